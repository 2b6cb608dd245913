-- Efficiency numbers from a lake, with the numbers of a store.
select
    run.run_id,
    topic.topic_id,
    part.name,
    part.value,
    part.unit
from part
inner join run
    on part.system = run.system
    and run.collection_id = $collection_id
left join topic
    on part.topic = topic.name
    and topic.collection_id = $collection_id
where part.topic is null or topic.topic_id is not null
