-- Effectiveness and efficiency: is_front if no system is as good on both and better on one.
-- collection: the collection's name
-- qrels: the name of the set of judgements
-- measure: the measure of effectiveness
-- name: the measure of efficiency, such as latency
-- unit: its unit, such as ms
-- system: the run's name
-- value: the system's value of the measure, over all judged topics
-- mean: the mean of its efficiency measurements
-- is_front: true if no other system is as good on both and better on one
with

weighed as (
    select
        leaderboard.collection,
        leaderboard.qrels,
        leaderboard.measure,
        efficiency_summary.name,
        efficiency_summary.unit,
        leaderboard.system,
        leaderboard.value,
        efficiency_summary.mean,
        case
            when measure.higher_is_better then leaderboard.value
            else -leaderboard.value
        end as merit,
        case
            when efficiency_summary.higher_is_better then -efficiency_summary.mean
            else efficiency_summary.mean
        end as cost
    from leaderboard
    inner join measure using (measure)
    inner join efficiency_summary using (collection, system)
),

beside as (
    select
        *,
        min(cost) over (
            partition by collection, qrels, measure, name, unit, merit
        ) as least_of_equals,
        min(cost) over (
            partition by collection, qrels, measure, name, unit
            order by merit desc
            groups between unbounded preceding and 1 preceding
        ) as least_of_better
    from weighed
)

select
    collection,
    qrels,
    measure,
    name,
    unit,
    system,
    value,
    mean,
    cost = least_of_equals and cost < coalesce(least_of_better, 'infinity'::double) as is_front
from beside
