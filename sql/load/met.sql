-- Where ranked lists and judgements meet: the judged documents of some runs.
with

graded as (
    select
        qrels_id,
        topic,
        document_id,
        max(grade) as grade
    from judgement
    where qrels_id in $qrels_ids
    group by all
)

select
    graded.qrels_id,
    retrieved_document.list_id,
    retrieved_document.rank,
    retrieved_document.document_id,
    graded.grade
from retrieved_document
inner join retrieved using (list_id)
inner join graded
    on retrieved.topic = graded.topic
    and retrieved_document.document_id = graded.document_id
where retrieved.run_id in $run_ids
