-- The incoming documents that the collection does not have yet, numbered on from the highest one.
with

highest as (
    select coalesce(max(document_id), 0) as document_id
    from document
),

incoming_docno as (
    select distinct docno
    from incoming
),

new_docno as (
    select incoming_docno.docno
    from incoming_docno
    anti join document
        on incoming_docno.docno = document.docno
        and document.collection_id = $collection_id
)

select
    highest.document_id + row_number() over (order by new_docno.docno) as document_id,
    $collection_id as collection_id,
    new_docno.docno
from new_docno
cross join highest
