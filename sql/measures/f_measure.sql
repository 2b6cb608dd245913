-- F: the weighted harmonic mean of precision and recall.
with

hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        count(*) as hits
    from steps.hit
    where family = 'f_measure'
    group by all
),

rates as (
    select
        hits.measure,
        hits.run_id,
        hits.qrels_id,
        hits.topic_id,
        hits.hits / coalesce(measure.cutoff, evaluated_topic.documents) as precision,
        hits.hits / relevant_count.relevant as recall,
        measure.parameter['beta'] ** 2 as weight
    from hits
    inner join measure using (measure)
    inner join steps.relevant_count using (measure, qrels_id, topic_id)
    inner join steps.evaluated_topic using (run_id, qrels_id, topic_id)
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    (weight + 1) * precision * recall / (weight * precision + recall) as value
from rates
