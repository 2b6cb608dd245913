-- The topics that runs answer, from a part of a lake, with the numbers of a store.
select
    run.run_id,
    topic.topic_id,
    part.documents
from part
inner join run
    on part.system = run.system
    and run.collection_id = $collection_id
inner join topic
    on part.topic = topic.name
    and topic.collection_id = $collection_id
