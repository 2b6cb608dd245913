-- The probability that a reader who finds nothing views each rank, and its running sum.
with

depths as (
    select
        measure,
        name,
        parameter['p'] as p,
        2 * parameter['T'] as goal,
        least(coalesce(cutoff, parameter['depth']), 1000000)::bigint as depth
    from measure
    where family = 'expected_utility'
),

-- DuckDB adds up a running sum in blocks of 16, 256 and 4096 rows, over all measures. Ranks are
-- filled up to 4096, so that a measure's sums do not depend on the other measures.
ranks as (
    select
        *,
        unnest(range(1, 4096 * ceil(depth / 4096)::bigint + 1)) as rank
    from depths
),

weights as (
    select
        measure,
        depth,
        rank,
        case name
            when 'NERR8' then 1
            when 'NERR9' then 1 / rank
            when 'NERR10' then p ** (rank - 1)
            when 'SDCG' then 1 / log2(rank + 1)
            else (goal / (goal + rank - 1)) ** 2
        end as weight
    from ranks
),

sums as (
    select
        *,
        sum(weight) over (
            partition by measure
            order by rank
        ) as viewed,
        sum(weight) filter (rank <= depth) over (
            partition by measure
            order by rank
            rows between unbounded preceding and unbounded following
        ) as all_viewed
    from weights
)

select
    measure,
    rank,
    weight,
    viewed,
    all_viewed
from sums
where rank <= depth
