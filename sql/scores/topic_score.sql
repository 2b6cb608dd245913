-- Every score: one row per collection, qrels, system, topic and measure.
select
    collection.name as collection,
    qrels.name as qrels,
    run.system,
    topic_value.topic,
    topic_value.measure,
    topic_value.value
from topic_value
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
