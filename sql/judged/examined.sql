-- The judged documents that each measure looks at, at the rank it sees them.
with

seen as (
    select
        measure.measure,
        measure.family,
        measure.name,
        measure.cutoff,
        measure.rel,
        measure.gain,
        measure.discount,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic,
        judged_ranking.document_id,
        judged_ranking.judged_rank,
        judged_ranking.grade,
        case
            when measure.judged_only then judged_ranking.judged_rank
            else judged_ranking.rank
        end as rank
    from measure
    cross join judged_ranking
)

select
    * exclude (cutoff, rel),
    grade >= rel as is_relevant
from seen
where rank <= coalesce(cutoff, 2147483647)
