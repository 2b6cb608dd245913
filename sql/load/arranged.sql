-- The ranked rows with their documents' numbers, in the order that they are kept.
select
    ranked.run_id,
    ranked.topic,
    ranked.rank,
    document.document_id,
    ranked.score,
    ranked.file_rank
from ranked
inner join document on ranked.docno = document.docno
where document.collection_id = $collection_id
order by ranked.run_id, ranked.topic, ranked.rank
