-- The incoming topics that the collection does not have yet, numbered on from the highest number.
select
    (select coalesce(max(topic_id), 0) from topic)
    + row_number() over (order by new_name.name) as topic_id,
    $collection_id as collection_id,
    new_name.name
from (select distinct topic as name from incoming) as new_name
anti join topic
    on new_name.name = topic.name
    and topic.collection_id = $collection_id
