-- The novelty of rankings, discounted and summed in rank order; no run: what to compare it with.
with

gains as (
    select
        measure.measure,
        novelty_gain.run_id,
        novelty_gain.qrels_id,
        novelty_gain.topic,
        case
            when measure.judged_only then novelty_gain.judged_rank
            else novelty_gain.rank
        end as rank,
        novelty_gain.gain
    from measure
    inner join novelty_gain
        on measure.rel = novelty_gain.rel
        and measure.parameter['alpha'] = novelty_gain.alpha
    union all
    select
        measure,
        null as run_id,
        qrels_id,
        topic,
        rank,
        gain
    from ideal_novelty_gain
    union all
    select
        measure,
        null as run_id,
        qrels_id,
        topic,
        rank,
        gain
    from conceivable_novelty_gain
)

select
    gains.measure,
    gains.run_id,
    gains.qrels_id,
    gains.topic,
    sum(
        case
            when measure.name in ('ERR_IA', 'nERR_IA') then gains.gain / gains.rank
            when measure.name in ('NRBP', 'nNRBP')
                then gains.gain * measure.parameter['beta'] ** (gains.rank - 1)
            else gains.gain * discount.weight
        end
        order by gains.rank
    ) as total
from gains
inner join measure using (measure)
left join discount
    on measure.discount = discount.discount
    and gains.rank = discount.rank
where
    measure.family = 'novelty'
    and gains.rank <= coalesce(measure.cutoff, 2147483647)
group by all
