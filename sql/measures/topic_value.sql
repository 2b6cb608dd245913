-- Every measure of every run on every judged topic; what a run misses counts 0.
select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic,
    evaluated_topic.is_retrieved,
    coalesce(measured.value, 0)::double as value
from measure
cross join evaluated_topic
left join measured
    on measure.measure = measured.measure
    and evaluated_topic.run_id = measured.run_id
    and evaluated_topic.qrels_id = measured.qrels_id
    and evaluated_topic.topic = measured.topic
