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
    relevant_list.measure,
    relevant_list.run_id,
    relevant_list.qrels_id,
    relevant_list.topic,
    len([rank for rank in relevant_list.ranks if rank <= depths.depth]) / depths.depth as value
from relevant_list
inner join depths using (measure, qrels_id, topic)
where relevant_list.family = 'r_precision'
