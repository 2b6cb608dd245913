-- Rndcg: nDCG at the ranks where the ideal ranking's gain falls, and at the end, averaged.
with

ideals as (
    select
        ideal_ranking.measure,
        ideal_ranking.qrels_id,
        ideal_ranking.topic_id,
        ideal_ranking.rank,
        ideal_ranking.gain * discount.weight as discounted,
        coalesce(lead(ideal_ranking.gain) over (
            partition by measure, qrels_id, topic_id
            order by ideal_ranking.rank
        ), 0) != ideal_ranking.gain as falls_next
    from steps.ideal_ranking
    inner join discount using (discount, rank)
    where ideal_ranking.family = 'ndcg_at_levels'
),

-- The end of the ranking is a point too, at a rank below all documents.
points as (
    select * exclude (discounted, falls_next)
    from ideals
    where falls_next
    union all
    select distinct * exclude (discounted, falls_next) replace (2147483647 as rank)
    from ideals
),

ideal_dcgs as (
    select
        points.measure,
        points.qrels_id,
        points.topic_id,
        points.rank,
        sum(ideals.discounted order by ideals.rank) as dcg,
        count(*) as depth
    from points
    inner join ideals using (measure, qrels_id, topic_id)
    where ideals.rank <= points.rank
    group by all
),

ratios as (
    select
        ideal_dcgs.measure,
        gained.run_id,
        ideal_dcgs.qrels_id,
        ideal_dcgs.topic_id,
        ideal_dcgs.rank,
        ideal_dcgs.depth,
        coalesce(
            sum(gained.discounted order by gained.rank) filter (gained.rank <= ideal_dcgs.rank),
            0
        ) / any_value(ideal_dcgs.dcg) as ratio
    from ideal_dcgs
    inner join steps.gained using (measure, qrels_id, topic_id)
    where gained.family = 'ndcg_at_levels'
    group by all
)

-- The end counts where the run retrieved more than one document beyond the ideal ranking's.
select
    ratios.measure,
    ratios.run_id,
    ratios.qrels_id,
    ratios.topic_id,
    sum(ratios.ratio order by ratios.rank) / count(*) as value
from ratios
inner join steps.retrieved_count using (measure, run_id, qrels_id, topic_id)
where
    retrieved_count.family = 'ndcg_at_levels'
    and (ratios.rank < 2147483647 or retrieved_count.documents > ratios.depth + 1)
group by all
