-- The topics that the new runs answer, as the table run_topic has them.
select
    incoming_topic.run_id,
    topic.topic_id,
    incoming_topic.documents
from incoming_topic
inner join topic
    on incoming_topic.topic = topic.name
    and topic.collection_id = $collection_id
order by incoming_topic.run_id, topic.topic_id
