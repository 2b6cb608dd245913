-- The incoming documents that the collection knows, with their numbers.
select
    incoming.place,
    document.document_id
from incoming
inner join document using (docno)
where document.collection_id = $collection_id
