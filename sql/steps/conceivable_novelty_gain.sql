-- The novelty at each rank if every document covered every subtopic: an upper bound.
with

ranks as (
    select
        measure,
        parameter['alpha'] as alpha,
        unnest(range(1, coalesce(cutoff, 1000) + 1)) as rank
    from measure
    where name in ('ERR_IA', 'alpha_DCG')
)

select
    ranks.measure,
    subtopic_count.qrels_id,
    subtopic_count.topic_id,
    ranks.rank,
    subtopic_count.subtopics * (1 - ranks.alpha) ** (ranks.rank - 1) as gain
from ranks
inner join steps.subtopic_count using (measure)
