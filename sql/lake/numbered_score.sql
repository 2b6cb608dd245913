-- Scores that came back from a lake, with the numbers of a store.
select
    part.measure as name,
    run.run_id,
    $qrels_id as qrels_id,
    topic.topic_id,
    part.value
from part
inner join run
    on part.system = run.system
    and run.collection_id = $collection_id
inner join topic
    on part.topic = topic.name
    and topic.collection_id = $collection_id
