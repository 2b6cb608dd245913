-- The judged documents of a set of judgements, each with its highest grade.
with

graded as (
    select
        topic,
        document_id,
        max(grade) as grade
    from judgement
    where qrels_id = $qrels_id
    group by all
)

select
    graded.topic,
    graded.document_id,
    coalesce(named_document.docno, graded.document_id::varchar) as docno,
    graded.grade
from graded
left join named_document using (document_id)
