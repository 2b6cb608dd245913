-- What the assessors said, by name.
select
    collection.name as collection,
    qrels.name as qrels,
    judgement.topic,
    judgement.subtopic,
    coalesce(named_document.docno, judgement.document_id::varchar) as docno,
    judgement.grade
from judgement
inner join qrels using (qrels_id)
inner join collection using (collection_id)
left join named_document using (document_id)
