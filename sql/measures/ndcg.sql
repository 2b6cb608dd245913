-- nDCG: the discounted gain of a ranking over that of the ideal ranking, which is the best order
-- of all judged documents or, with ideal='run', of the judged documents that the run retrieved.
with

weights as (
    select
        measure.measure,
        measure.gain,
        measure.judged_only,
        discount.rank,
        discount.weight
    from measure
    inner join discount using (discount)
    where measure.family = 'ndcg' and discount.rank <= coalesce(measure.cutoff, 2147483647)
),

dcgs as (
    select
        weights.measure,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        sum(gain.value * weights.weight order by seen.rank) as dcg
    from steps.seen
    inner join weights using (judged_only, rank)
    inner join gain on weights.gain = gain.gain and seen.grade = gain.grade
    where
        gain.value != 0
        -- The join alone would read all ranks, below every cutoff too.
        and seen.rank <= (select max(deepest.rank) from weights as deepest)
    group by all
),

ideal_dcgs as (
    select
        ideal_ranking.measure,
        ideal_ranking.qrels_id,
        ideal_ranking.topic_id,
        sum(ideal_ranking.gain * weights.weight order by ideal_ranking.rank) as dcg
    from steps.ideal_ranking
    inner join weights using (measure, rank)
    group by all
),

run_ideal_rankings as (
    select
        measure.measure,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        gain.value as gain,
        row_number() over (
            partition by measure.measure, run_id, qrels_id, topic_id
            order by gain.value desc
        ) as rank
    from measure
    inner join gain using (gain)
    inner join judged_ranking using (grade)
    where measure.family = 'ndcg' and measure.option['ideal'] = 'run' and gain.value > 0
),

run_ideal_dcgs as (
    select
        ideal.measure,
        ideal.run_id,
        ideal.qrels_id,
        ideal.topic_id,
        sum(ideal.gain * weights.weight order by ideal.rank) as dcg
    from run_ideal_rankings as ideal
    inner join weights using (measure, rank)
    group by all
)

select
    dcgs.* exclude (dcg),
    dcgs.dcg / case
        when measure.option['ideal'] = 'run' then run_ideal_dcgs.dcg else ideal_dcgs.dcg
    end as value
from dcgs
inner join measure using (measure)
inner join ideal_dcgs using (measure, qrels_id, topic_id)
left join run_ideal_dcgs using (measure, run_id, qrels_id, topic_id)
