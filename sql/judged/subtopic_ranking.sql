-- The relevant documents of each run, once for each subtopic, numbered in rank order.
select
    subtopic_level.rel,
    judged_ranking.run_id,
    judged_ranking.qrels_id,
    judged_ranking.topic,
    judged_ranking.rank,
    judged_ranking.judged_rank,
    judgement.subtopic,
    row_number() over (
        partition by
            subtopic_level.rel,
            judged_ranking.run_id,
            judged_ranking.qrels_id,
            judged_ranking.topic,
            judgement.subtopic
        order by judged_ranking.rank
    ) as hit
from subtopic_level
inner join judged_ranking
    on subtopic_level.rel <= judged_ranking.grade
    and subtopic_level.depth >= coalesce(judged_ranking.judged_rank, judged_ranking.rank)
inner join judgement
    on judged_ranking.qrels_id = judgement.qrels_id
    and judged_ranking.topic = judgement.topic
    and judged_ranking.document_id = judgement.document_id
    and subtopic_level.rel <= judgement.grade
