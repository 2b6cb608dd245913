-- The paired t test of every two systems, a against b: p_value is two-sided and uncorrected.
-- collection: the collection's name
-- qrels: the name of the set of judgements
-- measure: the measure
-- a: one system
-- b: the other system
-- mean_a: the mean score of a over all judged topics
-- mean_b: the mean score of b over all judged topics
-- difference: mean_a minus mean_b
-- wins: topics where a is better than b
-- ties: topics where both score the same
-- losses: topics where b is better than a
-- effect_size: the difference over the standard deviation of the differences by topic
-- t: the t statistic; NULL if all differences are equal
-- df: its degrees of freedom, the number of topics less one
-- p_value: probability of a difference at least as large by chance, two-sided, uncorrected
-- topics: number of judged topics
with

-- The tail is an incomplete beta function, on the side where it converges fast.
tested as (
    select
        *,
        topics - 1 as df,
        case when deviation > 0 then difference * sqrt(topics) / deviation end as t,
        df / (df + t * t) as outside,
        outside < (df / 2 + 1) / (df / 2 + 2.5) as is_far,
        case when is_far then outside else t * t / (df + t * t) end as x,
        case when is_far then t * t / (df + t * t) else outside end as rest,
        case when is_far then df / 2 else 0.5::double end as a,
        case when is_far then 0.5::double else df / 2 end as b
    from paired_difference
),

-- Its continued fraction, the 80th step first, as evalstore/statistics/distributions.py does it:
-- each step uses the result of the one before, and all rows go through the same 80 steps.
expanded as (
    select
        *,
        list_reduce(  -- noqa: PRS
            range(80, 0, -1)::double[],
            lambda fraction, step: 1 + x / fraction / ((a + step - 1) * (a + step)) * case
                when step % 2 = 0 then step / 2 * (b - step / 2)
                else -(a + (step - 1) / 2) * (a + b + (step - 1) / 2)
            end,
            1::double
        ) as fraction,
        -- DuckDB 1.5 refuses the logarithm of 0, which is not used: see p_value below.
        exp(
            lgamma(a + b) - lgamma(nullif(a, 0)) - lgamma(nullif(b, 0))
            + a * ln(nullif(x, 0)) + b * ln(nullif(rest, 0))
        ) / a / fraction as tail
    from tested
)

select
    collection.name as collection,
    qrels.name as qrels,
    expanded.measure,
    run.system as a,
    other.system as b,
    expanded.mean as mean_a,
    expanded.other_mean as mean_b,
    expanded.difference,
    expanded.wins,
    expanded.ties,
    expanded.losses,
    expanded.difference / nullif(expanded.deviation, 0) as effect_size,
    expanded.t,
    expanded.df,
    case
        when expanded.topics = 1 or expanded.difference = 0 then 1
        when expanded.deviation = 0 or expanded.x = 0 then 0
        when expanded.is_far then expanded.tail
        else 1 - expanded.tail
    end as p_value,
    expanded.topics
from expanded
inner join run using (run_id)
inner join run as other on expanded.other_run_id = other.run_id
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
