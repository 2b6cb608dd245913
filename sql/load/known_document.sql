-- The incoming documents that the collection knows, with their numbers.
select
    incoming_rows.place,
    document.document_id
from incoming_rows
inner join document using (docno)
where document.collection_id = $collection_id
