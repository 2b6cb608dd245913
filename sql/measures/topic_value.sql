-- Every measure of every run on every judged topic; a topic that a run misses counts 0. Runs
-- saved from a lake have scores instead of rankings; a score that was not saved has no row.
select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    evaluated_topic.is_retrieved,
    coalesce(custom_value.value, family_value.value, 0)::double as value
from measure
cross join steps.evaluated_topic
left join measures.family_value
    on measure.measure = family_value.measure
    and evaluated_topic.run_id = family_value.run_id
    and evaluated_topic.qrels_id = family_value.qrels_id
    and evaluated_topic.topic_id = family_value.topic_id
left join custom_value
    on measure.measure = custom_value.name
    and evaluated_topic.run_id = custom_value.run_id
    and evaluated_topic.qrels_id = custom_value.qrels_id
    and evaluated_topic.topic_id = custom_value.topic_id
left join steps.scored_run on evaluated_topic.run_id = scored_run.run_id
where scored_run.run_id is null or custom_value.value is not null
