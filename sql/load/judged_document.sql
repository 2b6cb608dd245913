-- The ranked documents of some runs that are judged for any topic, in the order of their lists.
select
    retrieved.list_id,
    (retrieved_document.place - retrieved.before)::integer as rank,
    retrieved_document.document_id
from retrieved
inner join retrieved_document using (list_id)
where
    retrieved.run_id in $run_ids
    and retrieved_document.document_id in (
        select document_id
        from judgement
        where qrels_id = $qrels_id
    )
order by retrieved.list_id, retrieved_document.place
