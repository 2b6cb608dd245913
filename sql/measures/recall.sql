-- R@k: the share of the relevant documents that are among the first k.
select
    hit.measure,
    hit.run_id,
    hit.qrels_id,
    hit.topic_id,
    count(*) / any_value(relevant_count.relevant) as value
from steps.hit
inner join steps.relevant_count using (measure, qrels_id, topic_id)
where hit.family = 'recall'
group by all
