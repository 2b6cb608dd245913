-- The relevant documents that a measure looks at, once for each subtopic.
with

seen as (
    select
        measure.measure,
        measure.family,
        measure.cutoff,
        subtopic_ranking.* exclude (rel, rank, judged_rank),
        case
            when measure.judged_only then subtopic_ranking.judged_rank
            else subtopic_ranking.rank
        end as rank
    from measure
    inner join subtopic_ranking using (rel)
)

select * exclude (cutoff)
from seen
where rank <= coalesce(cutoff, 2147483647)
