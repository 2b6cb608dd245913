-- The weight of an overlap at each depth, summed, for measures of rank-biased overlap.
with

depths as (
    select documents
    from run_topic
    union all
    select count(*) as documents
    from steps.graded_document
    group by qrels_id, topic_id
),

-- DuckDB adds up a running sum in blocks of 16, 256 and 4096 rows, over all measures. Ranks are
-- filled up to 4096, so that a measure's sums do not depend on the other measures.
ranks as (
    select unnest(range(1, 4096 * ceil(max(documents) / 4096)::bigint + 1)) as rank
    from depths
),

weights as (
    select
        measure.measure,
        ranks.rank,
        measure.parameter['p'] ** (ranks.rank - 1) / ranks.rank as weight
    from measure
    cross join ranks
    where measure.family = 'compatibility'
),

sums as (
    select
        *,
        sum(weight) over (
            partition by measure
            order by rank
        ) as total
    from weights
)

select
    measure,
    rank,
    total,
    total - weight as above,
    sum(total - weight) over (
        partition by measure
        order by rank
    ) as all_above
from sums
