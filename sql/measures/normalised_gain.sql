-- G: the gains, each divided by the logarithm of how far the ranking lags behind the ideal one.
with

ideals as (
    select *
    from steps.ideal_gain
    where family = 'normalised_gain'
),

points as (
    select
        gained.*,
        ends.cg as last_ideal_cg,
        least(gained.rank, ends.depth) as ideal_rank
    from steps.gained
    inner join ideals as ends using (measure, qrels_id, topic_id)
    where gained.family = 'normalised_gain' and ends.rank = ends.depth
),

-- Below its last rank, each further rank of the ideal ranking costs 1.
lags as (
    select
        points.*,
        ideals.cost + points.rank - points.ideal_rank - points.cg as lag
    from points
    inner join ideals
        on points.measure = ideals.measure
        and points.qrels_id = ideals.qrels_id
        and points.topic_id = ideals.topic_id
        and points.ideal_rank = ideals.rank
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(gain / log2(2 + lag) order by rank) / any_value(last_ideal_cg) as value
from lags
group by all
