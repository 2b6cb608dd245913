-- What is new at each rank: a subtopic counts less for every document that covered it above.
with

asked as (
    select distinct
        rel,
        parameter['alpha'] as alpha
    from measure
    where family = 'novelty'
)

select
    asked.rel,
    asked.alpha,
    subtopic_ranking.run_id,
    subtopic_ranking.qrels_id,
    subtopic_ranking.topic,
    subtopic_ranking.rank,
    subtopic_ranking.judged_rank,
    -- Sorted, so that the sum does not depend on threads; faster than an ordered sum.
    list_sum(list_sort(list((1 - asked.alpha) ** (subtopic_ranking.hit - 1)))) as gain
from asked
inner join subtopic_ranking using (rel)
group by all
