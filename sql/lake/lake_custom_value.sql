-- The values of Python measures as a lake has them: their functions stay where they are.
select
    custom_value.name,
    collection.name as collection,
    qrels.name as qrels,
    run.system,
    topic.name as topic,
    custom_value.value
from custom_value
inner join custom_measure using (name)
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join topic using (topic_id)
inner join collection on run.collection_id = collection.collection_id
where custom_measure.is_function
order by custom_value.name, collection.name, qrels.name, run.system, topic.name
