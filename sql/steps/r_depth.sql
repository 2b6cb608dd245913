-- The rank down to which Rprec looks: a multiple of the number of relevant documents.
select
    relevant_count.measure,
    relevant_count.qrels_id,
    relevant_count.topic_id,
    floor(measure.parameter['mult'] * relevant_count.relevant + 0.9) as depth
from steps.relevant_count
inner join measure using (measure)
where measure.family = 'r_precision'
