-- The documents of the incoming lines, in the order of their names, each with its number. Those
-- that the collection lacks are numbered on from the highest number. Tied scores are ordered by
-- name_order: integers sort faster than names.
with

highest as (
    select coalesce(max(document_id), 0) as document_id
    from document
),

incoming_docno as (
    select distinct docno
    from incoming
),

ordered as (
    select
        docno,
        row_number() over (order by docno) as name_order
    from incoming_docno
),

found as (
    select
        ordered.docno,
        ordered.name_order,
        document.document_id
    from ordered
    left join document
        on ordered.docno = document.docno
        and document.collection_id = $collection_id
)

select
    found.docno,
    found.name_order::integer as name_order,
    found.document_id is null as is_new,
    coalesce(
        found.document_id,
        highest.document_id
        + row_number() over (partition by found.document_id is null order by found.name_order)
    )::integer as document_id
from found
cross join highest
