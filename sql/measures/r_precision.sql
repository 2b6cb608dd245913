-- Rprec: the precision at rank R or a multiple of it, R being the number of relevant documents.
select
    hit.measure,
    hit.run_id,
    hit.qrels_id,
    hit.topic_id,
    count(*) / any_value(r_depth.depth) as value
from steps.hit
inner join steps.r_depth using (measure, qrels_id, topic_id)
where hit.family = 'r_precision' and hit.rank <= r_depth.depth
group by all
