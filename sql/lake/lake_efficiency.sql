-- The efficiency numbers of runs as a lake has them.
select
    collection.name as collection,
    run.system,
    topic.name as topic,
    efficiency.name,
    efficiency.value,
    efficiency.unit
from efficiency
inner join run using (run_id)
inner join collection using (collection_id)
left join topic using (topic_id)
order by collection.name, run.system, topic.name, efficiency.name
