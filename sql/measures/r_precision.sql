-- Rprec: the precision at rank R or a multiple of it, R being the number of relevant documents.
with

depths as (
    select
        relevant_count.measure,
        relevant_count.qrels_id,
        relevant_count.topic_id,
        floor(measure.parameter['mult'] * relevant_count.relevant + 0.9) as depth
    from steps.relevant_count
    inner join measure using (measure)
    where measure.family = 'r_precision'
)

select
    hit.measure,
    hit.run_id,
    hit.qrels_id,
    hit.topic_id,
    count(*) / any_value(depths.depth) as value
from steps.hit
inner join depths using (measure, qrels_id, topic_id)
where hit.family = 'r_precision' and hit.rank <= depths.depth
group by all
