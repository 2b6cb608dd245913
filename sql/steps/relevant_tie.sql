-- The groups of documents with equal scores that have relevant ones, by measure: the first rank,
-- the number of documents, of relevant ones, and of relevant ones above. A document that is not
-- tied is a group of one.
with

groups as (
    select
        measure.measure,
        measure.family,
        measure.cutoff,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        coalesce(tied_place.first_rank, judged_ranking.rank) as first_rank,
        1 + coalesce(tied_place.last_rank - tied_place.first_rank, 0) as documents,
        count(*) as relevant
    from measure
    inner join judged_ranking on measure.rel <= judged_ranking.grade
    left join steps.tied_place
        on judged_ranking.run_id = tied_place.run_id
        and judged_ranking.topic_id = tied_place.topic_id
        and judged_ranking.rank between tied_place.first_rank and tied_place.last_rank
    where
        measure.family in ('average_precision', 'reciprocal_rank')
        and not measure.judged_only
    group by all
)

select
    *,
    coalesce(sum(relevant) over (
        partition by measure, run_id, qrels_id, topic_id
        order by first_rank
        rows between unbounded preceding and 1 preceding
    ), 0) as relevant_above
from groups
