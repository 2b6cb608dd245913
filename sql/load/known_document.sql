-- The incoming documents that the collection knows, with their numbers.
select
    incoming_rows.place,
    named_document.document_id
from incoming_rows
inner join named_document using (docno)
where named_document.collection_id = $collection_id
