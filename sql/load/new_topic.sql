-- The incoming topics that the collection does not have yet, numbered on from the highest number.
with

highest as (
    select coalesce(max(topic_id), 0) as topic_id
    from topic
),

new_name as (
    select distinct incoming.topic as name
    from incoming
    anti join topic
        on incoming.topic = topic.name
        and topic.collection_id = $collection_id
)

select
    highest.topic_id + row_number() over (order by new_name.name) as topic_id,
    $collection_id as collection_id,
    new_name.name
from new_name
cross join highest
