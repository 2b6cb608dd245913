-- The ranked documents of every run.
select
    retrieved.run_id,
    retrieved.topic,
    (retrieved_document.place - retrieved.before)::integer as rank,
    retrieved_document.document_id,
    retrieved_document.score,
    coalesce(
        retrieved_order.file_rank,
        retrieved_document.place - retrieved.before
    ) as file_rank,
    coalesce(retrieved_order.is_tied, false) as is_tied
from retrieved
inner join retrieved_document using (list_id)
left join retrieved_order using (list_id, place)
