-- Every measure of every run on every judged topic; a topic that a run misses counts 0.
select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    evaluated_topic.is_retrieved,
    coalesce(family_value.value, 0)::double as value
from measure
cross join steps.evaluated_topic
left join measures.family_value
    on measure.measure = family_value.measure
    and evaluated_topic.run_id = family_value.run_id
    and evaluated_topic.qrels_id = family_value.qrels_id
    and evaluated_topic.topic_id = family_value.topic_id
