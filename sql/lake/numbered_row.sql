-- The rows of a part of a lake, with the numbers that their runs and topics have in a store.
select
    part.*,
    run.run_id,
    topic.topic_id
from part
inner join run
    on part.system = run.system
    and run.collection_id = $collection_id
inner join topic
    on part.topic = topic.name
    and topic.collection_id = $collection_id
