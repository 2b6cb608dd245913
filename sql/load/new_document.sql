-- The incoming documents that the collection does not have yet, numbered on from the highest number.
select
    (select coalesce(max(document_id), 0) from document)
    + row_number() over (order by new_docno.docno) as document_id,
    $collection_id as collection_id,
    new_docno.docno
from (select distinct docno from incoming) as new_docno
anti join document
    on new_docno.docno = document.docno
    and document.collection_id = $collection_id
