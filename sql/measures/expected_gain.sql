-- The mean of CG, DCG and nDCG over all orders of tied documents: each document gives its gain at
-- every rank of its tie, with equal probability.
with

weights as (
    select
        measure.measure,
        measure.gain,
        discount.rank,
        discount.weight
    from measure
    inner join discount using (discount)
    where
        measure.family in ('dcg', 'ndcg')
        and not measure.judged_only
        and measure.option['ideal'] is distinct from 'run'
        and discount.rank <= coalesce(measure.cutoff, 2147483647)
),

gains as (
    select
        weights.measure,
        tied_rank.run_id,
        tied_rank.qrels_id,
        tied_rank.topic_id,
        sum(
            gain.value * weights.weight * tied_rank.probability
            order by tied_rank.rank, tied_rank.grade
        ) as total
    from steps.tied_rank
    inner join weights using (rank)
    inner join gain on weights.gain = gain.gain and tied_rank.grade = gain.grade
    group by all
),

ideals as (
    select
        ideal_ranking.measure,
        ideal_ranking.qrels_id,
        ideal_ranking.topic_id,
        sum(ideal_ranking.gain * weights.weight order by ideal_ranking.rank) as total
    from steps.ideal_ranking
    inner join weights using (measure, rank)
    where ideal_ranking.family = 'ndcg'
    group by all
)

select
    gains.measure,
    gains.run_id,
    gains.qrels_id,
    gains.topic_id,
    gains.total / case measure.family when 'dcg' then 1 else ideals.total end as value
from gains
inner join measure using (measure)
left join ideals using (measure, qrels_id, topic_id)
