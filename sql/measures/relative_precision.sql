-- RelP@k: P@k as a share of the highest P@k that is possible.
select
    hit.measure,
    hit.run_id,
    hit.qrels_id,
    hit.topic_id,
    count(*) / any_value(least(relevant_count.relevant, measure.cutoff)) as value
from steps.hit
inner join measure using (measure)
inner join steps.relevant_count using (measure, qrels_id, topic_id)
where hit.family = 'relative_precision'
group by all
