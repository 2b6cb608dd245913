-- F: the weighted harmonic mean of precision and recall.
with

rates as (
    select
        relevant_retrieved.measure,
        relevant_retrieved.run_id,
        relevant_retrieved.qrels_id,
        relevant_retrieved.topic,
        relevant_retrieved.retrieved / coalesce(measure.cutoff, evaluated_topic.documents)
            as precision,
        relevant_retrieved.retrieved / relevant_count.relevant as recall,
        measure.parameter['beta'] ** 2 as weight
    from relevant_retrieved
    inner join measure using (measure)
    inner join relevant_count using (measure, qrels_id, topic)
    inner join evaluated_topic using (run_id, qrels_id, topic)
    where relevant_retrieved.family = 'f_measure' and relevant_retrieved.retrieved > 0
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    (weight + 1) * precision * recall / (weight * precision + recall) as value
from rates
