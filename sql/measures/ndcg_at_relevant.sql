-- nDCGRel: nDCG at every relevant document, found or not, averaged.
with

ideals as (
    select *
    from steps.ideal_gain
    where family = 'ndcg_at_relevant'
),

-- Below its last rank the ideal ranking gains nothing more.
points as (
    select
        gained.*,
        ends.depth,
        ends.dcg as last_ideal_dcg,
        least(gained.rank, ends.depth) as ideal_rank
    from steps.gained
    inner join ideals as ends using (measure, qrels_id, topic_id)
    where gained.family = 'ndcg_at_relevant' and ends.rank = ends.depth
),

totals as (
    select
        points.measure,
        points.run_id,
        points.qrels_id,
        points.topic_id,
        points.depth,
        sum(points.dcg / ideals.dcg order by points.rank) filter (points.gain > 0) as found,
        points.depth - count(*) filter (points.gain > 0) as missed,
        arg_max(points.dcg, points.rank) / any_value(points.last_ideal_dcg) as ndcg
    from points
    inner join ideals
        on points.measure = ideals.measure
        and points.qrels_id = ideals.qrels_id
        and points.topic_id = ideals.topic_id
        and points.ideal_rank = ideals.rank
    group by points.measure, points.run_id, points.qrels_id, points.topic_id, points.depth
)

-- A relevant document that was not found counts the nDCG of the complete ranking.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    greatest(coalesce(found, 0) + missed * ndcg, 0) / depth as value
from totals
