-- RelP@k: P@k as a share of the highest P@k that is possible.
select
    relevant_retrieved.measure,
    relevant_retrieved.run_id,
    relevant_retrieved.qrels_id,
    relevant_retrieved.topic,
    relevant_retrieved.retrieved / least(relevant_count.relevant, measure.cutoff) as value
from relevant_retrieved
inner join measure using (measure)
inner join relevant_count using (measure, qrels_id, topic)
where relevant_retrieved.family = 'relative_precision'
