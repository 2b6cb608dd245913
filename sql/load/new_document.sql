-- The incoming documents that the collection does not know yet; a topic's stand together.
with

arrivals as (
    select
        docno,
        min(topic) as topic
    from incoming
    group by docno
),

unknown as (
    select
        arrivals.docno,
        arrivals.topic
    from arrivals
    anti join (
        select docno
        from document
        where collection_id = $collection_id
    ) as known using (docno)
),

numbered as (
    select
        docno,
        row_number() over (order by topic) as number
    from unknown
)

select
    number + (select coalesce(max(document_id), 0) from document) as document_id,
    $collection_id as collection_id,
    docno
from numbered
