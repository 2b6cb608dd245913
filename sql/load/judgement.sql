-- The incoming judgements with the numbers of their topics and documents.
select
    $qrels_id as qrels_id,
    topic.topic_id,
    incoming.subtopic,
    incoming.subgroup,
    document.document_id,
    incoming.grade + 0.0 as grade,
    incoming.stratum,
    incoming.probability
from incoming
inner join topic
    on incoming.topic = topic.name
    and topic.collection_id = $collection_id
inner join document
    on incoming.docno = document.docno
    and document.collection_id = $collection_id
order by topic.topic_id, document.document_id, incoming.subtopic
