-- The exact mean over all orders of tied documents, of the measures that add up what each document
-- gives at its rank: P, R, CG, DCG and nDCG.
with

hits as (
    select
        measure.measure,
        tied_rank.run_id,
        tied_rank.qrels_id,
        tied_rank.topic_id,
        sum(tied_rank.probability order by tied_rank.rank, tied_rank.document_id) as total
    from measure
    inner join steps.tied_rank
        on measure.rel <= tied_rank.grade
        and tied_rank.rank <= coalesce(measure.cutoff, 2147483647)
    where measure.family in ('precision', 'recall') and not measure.judged_only
    group by all
),

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
            order by tied_rank.rank, tied_rank.document_id
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
    hits.measure,
    hits.run_id,
    hits.qrels_id,
    hits.topic_id,
    hits.total
    / case measure.family when 'precision' then measure.cutoff else relevant_count.relevant end
        as value
from hits
inner join measure using (measure)
inner join steps.relevant_count using (measure, qrels_id, topic_id)
union all
select
    gains.measure,
    gains.run_id,
    gains.qrels_id,
    gains.topic_id,
    gains.total / coalesce(ideals.total, 1) as value
from gains
left join ideals using (measure, qrels_id, topic_id)
