-- The rankings of runs, from a part of a lake, with the numbers of a store.
select
    numbered_row.run_id,
    numbered_row.topic_id,
    numbered_row.rank,
    document.document_id,
    numbered_row.score,
    numbered_row.file_rank,
    numbered_row.is_tied,
    numbered_row.is_out_of_order
from numbered_row
inner join document
    on numbered_row.docno = document.docno
    and document.collection_id = $collection_id
