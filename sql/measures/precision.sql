-- P@k: the share of the first k ranks that hold a relevant document.
select
    relevant_retrieved.measure,
    relevant_retrieved.run_id,
    relevant_retrieved.qrels_id,
    relevant_retrieved.topic,
    relevant_retrieved.retrieved / measure.cutoff as value
from relevant_retrieved
inner join measure using (measure)
where relevant_retrieved.family = 'precision'
