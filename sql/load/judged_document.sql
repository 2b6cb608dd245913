-- The ranked documents of some runs that are judged for any topic, in the order of their lists.
select
    list_id,
    rank,
    document_id
from retrieved_document
where
    list_id in (
        select list_id
        from retrieved
        where run_id in $run_ids
    )
    and document_id in (
        select document_id
        from judgement
        where qrels_id = $qrels_id
    )
order by list_id, rank
