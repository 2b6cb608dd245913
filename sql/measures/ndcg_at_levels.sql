-- Rndcg: nDCG at the ranks where the ideal ranking's gain falls, and at the end, averaged.
with

falls as (
    select
        *,
        coalesce(lead(value) over (
            partition by measure, family, qrels_id, topic
            order by rank
        ), 0) != value as falls_next
    from ideal_curve
    where family = 'ndcg_at_levels'
),

points as (
    from falls
    where falls_next
    union all
    select * replace (2147483647 as rank)
    from falls
    where rank = deepest
),

ratios as (
    select
        points.measure,
        gained.run_id,
        points.qrels_id,
        points.topic,
        points.rank,
        points.deepest,
        coalesce(
            sum(gained.discounted order by gained.rank) filter (gained.rank <= points.rank),
            0
        ) / any_value(points.dcg) as ratio
    from points
    inner join gained using (measure, qrels_id, topic)
    where gained.family = 'ndcg_at_levels'
    group by all
)

select
    ratios.measure,
    ratios.run_id,
    ratios.qrels_id,
    ratios.topic,
    sum(ratios.ratio order by ratios.rank) / count(*) as value
from ratios
inner join retrieved_count using (measure, run_id, qrels_id, topic)
where
    retrieved_count.family = 'ndcg_at_levels'
    and (ratios.rank < 2147483647 or retrieved_count.documents > ratios.deepest + 1)
group by
    ratios.measure,
    ratios.run_id,
    ratios.qrels_id,
    ratios.topic
