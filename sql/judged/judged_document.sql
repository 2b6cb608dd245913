-- What the assessors said, by name.
select
    collection.name as collection,
    qrels.name as qrels,
    judgement.topic,
    judgement.subtopic,
    document.docno,
    judgement.grade
from judgement
inner join qrels using (qrels_id)
inner join collection using (collection_id)
inner join document using (document_id)
