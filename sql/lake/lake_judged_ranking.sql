-- The judged part of rankings as a part of a lake has it, of one set of judgements.
select
    run.system,
    topic.name as topic,
    judged_ranking.rank,
    judged_ranking.judged_rank,
    document.docno,
    judged_ranking.grade
from judged_ranking
inner join run using (run_id)
inner join topic using (topic_id)
inner join document using (document_id)
where judged_ranking.qrels_id = $qrels_id
order by run.system, topic.name, judged_ranking.rank
