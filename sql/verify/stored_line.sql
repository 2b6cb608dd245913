-- The stored rankings of some runs, as the lines that a load ranks.
select
    ranking.run_id,
    ranking.topic_id,
    ranking.document_id,
    document.docno as name,
    ranking.file_rank::double as rank,
    ranking.score
from ranking
inner join document using (document_id)
where ranking.run_id in (select unnest($runs))
