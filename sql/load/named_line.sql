-- The incoming lines of a one-shot evaluation: only judged documents have a number, the others 0,
-- and ties of scores are ordered by name.
select
    incoming.run_id,
    topic.topic_id,
    coalesce(document.document_id, 0) as document_id,
    incoming.docno as name,
    incoming.rank,
    incoming.score
from incoming
inner join topic
    on incoming.topic = topic.name
    and topic.collection_id = $collection_id
left join document
    on incoming.docno = document.docno
    and document.collection_id = $collection_id
