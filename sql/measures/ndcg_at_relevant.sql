-- nDCGRel: nDCG at every relevant document, found or not, averaged.
with

points as (
    select
        gained.measure,
        gained.run_id,
        gained.qrels_id,
        gained.topic,
        ideal_curve.deepest,
        sum(gained.dcg / ideal_curve.dcg order by gained.rank) filter (gained.value > 0) as found,
        count(*) filter (gained.value > 0) as hits,
        arg_max(gained.dcg, gained.rank) as dcg
    from gained
    inner join ideal_curve
        on gained.measure = ideal_curve.measure
        and gained.qrels_id = ideal_curve.qrels_id
        and gained.topic = ideal_curve.topic
        and least(gained.rank, ideal_curve.deepest) = ideal_curve.rank
    where gained.family = 'ndcg_at_relevant' and ideal_curve.family = 'ndcg_at_relevant'
    group by all
)

select
    points.measure,
    points.run_id,
    points.qrels_id,
    points.topic,
    greatest(
        coalesce(points.found, 0)
        + (points.deepest - points.hits) * points.dcg / ideal_curve.dcg,
        0
    ) / points.deepest as value
from points
inner join ideal_curve
    on points.measure = ideal_curve.measure
    and points.qrels_id = ideal_curve.qrels_id
    and points.topic = ideal_curve.topic
    and points.deepest = ideal_curve.rank
