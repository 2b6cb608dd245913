-- The texts of topics as a lake has them; topics without texts are in other tables.
select
    collection.name as collection,
    topic.name as topic,
    topic.title,
    topic.description,
    topic.narrative,
    topic.metadata::varchar as metadata
from topic
inner join collection using (collection_id)
where coalesce(topic.title, topic.description, topic.narrative, topic.metadata::varchar) is not null
order by collection.name, topic.name
