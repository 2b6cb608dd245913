-- The judged part of rankings, from a part of a lake, with the numbers of a store.
select
    $qrels_id as qrels_id,
    numbered_row.run_id,
    numbered_row.topic_id,
    numbered_row.rank,
    numbered_row.judged_rank,
    document.document_id,
    numbered_row.grade
from numbered_row
inner join document
    on numbered_row.docno = document.docno
    and document.collection_id = $collection_id
