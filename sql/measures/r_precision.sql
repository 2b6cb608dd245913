-- Rprec: the precision at rank R or a multiple of it, R being the number of relevant documents.
with

depths as (
    select
        relevant_count.measure,
        relevant_count.qrels_id,
        relevant_count.topic,
        floor(measure.parameter['mult'] * relevant_count.relevant + 0.9) as depth
    from relevant_count
    inner join measure using (measure)
    where measure.family = 'r_precision'
)

select
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    count(*) / any_value(depths.depth) as value
from examined
inner join depths using (measure, qrels_id, topic)
where
    examined.family = 'r_precision'
    and examined.is_relevant
    and examined.rank <= depths.depth
group by
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic
