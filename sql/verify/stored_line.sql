-- The stored rankings of some runs, as the lines that a load would read.
select
    ranking.run_id,
    topic.name as topic,
    document.docno,
    ranking.file_rank::double as rank,
    ranking.score
from ranking
inner join topic using (topic_id)
inner join document using (document_id)
where ranking.run_id in (select unnest($runs))
