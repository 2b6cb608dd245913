-- ERR_IA, alpha_DCG and NRBP: the novelty of the ranking, over the highest possible novelty.
with

-- A subtopic counts less for every document above that covered it; the least is added first.
gains as (
    select
        subtopic_hit.measure,
        subtopic_hit.run_id,
        subtopic_hit.qrels_id,
        subtopic_hit.topic_id,
        subtopic_hit.rank,
        sum(
            (1 - measure.parameter['alpha']) ** (subtopic_hit.hit - 1)
            order by subtopic_hit.hit desc
        ) as gain
    from measure
    inner join steps.subtopic_hit using (measure)
    where measure.family = 'novelty'
    group by
        subtopic_hit.measure,
        subtopic_hit.run_id,
        subtopic_hit.qrels_id,
        subtopic_hit.topic_id,
        subtopic_hit.rank
    union all
    select
        measure,
        null as run_id,
        qrels_id,
        topic_id,
        rank,
        gain
    from steps.ideal_novelty_gain
),

totals as (
    select
        gains.measure,
        gains.run_id,
        gains.qrels_id,
        gains.topic_id,
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
    left join discount using (discount, rank)
    where gains.rank <= coalesce(measure.cutoff, 2147483647)
    group by all
)

select
    totals.measure,
    totals.run_id,
    totals.qrels_id,
    totals.topic_id,
    case measure.name
        when 'NRBP'
            then totals.total * (
                (1 - (1 - measure.parameter['alpha']) * measure.parameter['beta'])
                / subtopic_count.subtopics
            )
        else totals.total / best.total
    end as value
from totals
inner join measure using (measure)
inner join steps.subtopic_count using (measure, qrels_id, topic_id)
left join totals as best
    on totals.measure = best.measure
    and totals.qrels_id = best.qrels_id
    and totals.topic_id = best.topic_id
    and best.run_id is null
where totals.run_id is not null
