-- What each group of assessors alone takes for relevant, numbered in rank order.
with

seen as (
    select
        measure.measure,
        measure.rel,
        measure.cutoff,
        judged_ranking.* exclude (rank, judged_rank),
        if(measure.judged_only, judged_ranking.judged_rank, judged_ranking.rank) as rank
    from measure
    cross join judged_ranking
    where measure.family = 'assessor_average'
)

select
    seen.measure,
    seen.run_id,
    seen.qrels_id,
    seen.topic,
    judgement.subtopic,
    seen.rank,
    row_number() over (
        partition by
            seen.measure,
            seen.run_id,
            seen.qrels_id,
            seen.topic,
            judgement.subtopic
        order by seen.rank
    ) as hit
from seen
inner join judgement using (qrels_id, topic, document_id)
where
    seen.rel <= judgement.grade
    and seen.rank <= coalesce(seen.cutoff, 2147483647)
