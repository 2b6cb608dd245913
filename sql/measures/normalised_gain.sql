-- G: the gains, each divided by the logarithm of how far the ranking lags behind the ideal one.
select
    measure,
    run_id,
    qrels_id,
    topic,
    sum(value / log2(2 + ideal_cost - gained) order by rank) / any_value(all_gained) as value
from gained_beside_ideal
where family = 'normalised_gain'
group by
    measure,
    run_id,
    qrels_id,
    topic
