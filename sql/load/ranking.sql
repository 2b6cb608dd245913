-- The ranked lines with their documents' numbers, as the table ranking has them.
select
    ranked_line.run_id,
    ranked_line.topic_id,
    ranked_line.rank,
    document.document_id,
    ranked_line.score,
    ranked_line.file_rank,
    ranked_line.is_tied
from ranked_line
inner join document using (docno)
where document.collection_id = $collection_id
