-- The rankings of runs as a part of a lake has them.
select
    run.system,
    topic.name as topic,
    ranking.rank,
    document.docno,
    ranking.score,
    ranking.file_rank,
    ranking.is_tied,
    ranking.is_out_of_order
from ranking
inner join run using (run_id)
inner join topic using (topic_id)
inner join document using (document_id)
order by run.system, topic.name, ranking.rank
