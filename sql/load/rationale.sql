-- The rationales of the incoming judgements, with the numbers of their topics and documents.
select
    $qrels_id as qrels_id,
    topic.topic_id,
    incoming.subtopic,
    document.document_id,
    incoming.rationale
from incoming
inner join topic
    on incoming.topic = topic.name
    and topic.collection_id = $collection_id
inner join document
    on incoming.docno = document.docno
    and document.collection_id = $collection_id
where incoming.rationale is not null
