-- Every score: one row per collection, qrels, system, topic and measure.
-- collection: name of the test collection
-- qrels: name of the set of judgements
-- system: name of the run
-- topic: name of the topic; every judged topic, answered by the system or not
-- measure: canonical name of the measure, such as nDCG@10
-- value: the score; 0 where the system does not answer the topic
select
    collection.name as collection,
    qrels.name as qrels,
    run.system,
    topic.name as topic,
    topic_value.measure,
    topic_value.value
from measures.topic_value
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join topic using (topic_id)
inner join collection on qrels.collection_id = collection.collection_id
