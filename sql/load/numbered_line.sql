-- The incoming lines with the numbers of their topics and documents, and the order of names.
select
    incoming.run_id,
    topic.topic_id,
    incoming_document.document_id,
    incoming_document.name_order as name,
    incoming.rank,
    incoming.score
from incoming
inner join topic
    on incoming.topic = topic.name
    and topic.collection_id = $collection_id
inner join incoming_document on incoming.docno = incoming_document.docno
