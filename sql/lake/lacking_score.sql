-- The measures and runs of which only other scores came from a lake, or scores of other topics.
select
    measure.measure,
    run.system
from measure
cross join steps.evaluated_topic
inner join steps.scored_run using (run_id)
inner join run using (run_id)
left join custom_value
    on measure.measure = custom_value.name
    and evaluated_topic.run_id = custom_value.run_id
    and evaluated_topic.qrels_id = custom_value.qrels_id
    and evaluated_topic.topic_id = custom_value.topic_id
where custom_value.value is null
group by measure.measure, run.system
order by measure.measure, run.system
