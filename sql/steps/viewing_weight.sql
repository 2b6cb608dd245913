-- How likely a reader who finds nothing is to view each rank, and the sum of that down to it.
with

ranks as (
    select
        measure,
        name,
        parameter['p'] as p,
        2 * parameter['T'] as goal,
        unnest(range(1, least(coalesce(cutoff, parameter['depth']), 1000000)::bigint + 1)) as rank
    from measure
    where family = 'expected_utility'
),

weights as (
    select
        measure,
        rank,
        case name
            when 'NERR8' then 1
            when 'NERR9' then 1 / rank
            when 'NERR10' then p ** (rank - 1)
            when 'SDCG' then 1 / log2(rank + 1)
            else (goal / (goal + rank - 1)) ** 2
        end as weight
    from ranks
)

select
    measure,
    rank,
    weight,
    sum(weight) over (
        partition by measure
        order by rank
    ) as viewed,
    sum(weight) over (partition by measure) as all_viewed
from weights
