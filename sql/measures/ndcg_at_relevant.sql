-- nDCGRel: nDCG at every relevant document, found or not, averaged.
with

points as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        deepest,
        sum(dcg / ideal_dcg order by rank) filter (value > 0) as found,
        deepest - count(*) filter (value > 0) as missed,
        arg_max(dcg, rank) / any_value(all_dcg) as ndcg
    from gained_beside_ideal
    where family = 'ndcg_at_relevant'
    group by
        measure,
        run_id,
        qrels_id,
        topic,
        deepest
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    greatest(coalesce(found, 0) + missed * ndcg, 0) / deepest as value
from points
