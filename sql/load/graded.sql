-- The judgements of a set, with the documents' names.
select
    judgement.topic,
    judgement.document_id,
    coalesce(named_document.docno, judgement.document_id::varchar) as docno,
    judgement.grade
from judgement
left join named_document using (document_id)
where judgement.qrels_id = $qrels_id
