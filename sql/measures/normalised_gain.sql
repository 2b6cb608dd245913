-- G: the gains, each divided by the logarithm of how far the ranking lags behind the ideal one.
with

costs as (
    select
        *,
        sum(greatest(value, 1)) over (
            partition by measure, family, qrels_id, topic
            order by rank
        ) as cost
    from ideal_curve
    where family = 'normalised_gain'
)

select
    gained.measure,
    gained.run_id,
    gained.qrels_id,
    gained.topic,
    sum(
        gained.value
        / log2(2 + costs.cost + greatest(gained.rank - costs.deepest, 0) - gained.gained)
        order by gained.rank
    ) / any_value(ends.gained) as value
from gained
inner join costs
    on gained.measure = costs.measure
    and gained.qrels_id = costs.qrels_id
    and gained.topic = costs.topic
    and least(gained.rank, costs.deepest) = costs.rank
inner join costs as ends
    on gained.measure = ends.measure
    and gained.qrels_id = ends.qrels_id
    and gained.topic = ends.topic
    and ends.rank = ends.deepest
where gained.family = 'normalised_gain'
group by
    gained.measure,
    gained.run_id,
    gained.qrels_id,
    gained.topic
