-- Every measure of every run over its topics, summed in the order of their names.
with

totals as (
    select
        measure,
        run_id,
        qrels_id,
        sum(value order by topic) as total,
        median(value) as middle,
        count(*) as topics
    from averaged_value
    group by all
),

missed as (
    select
        run_id,
        qrels_id,
        count(*) filter (not is_retrieved) as missing
    from evaluated_topic
    group by all
)

select
    totals.measure,
    totals.run_id,
    totals.qrels_id,
    case measure.aggregate
        when 'sum' then totals.total
        when 'median' then totals.middle
        when 'geometric' then exp(totals.total / totals.topics)
        else totals.total / totals.topics
    end as value,
    totals.topics,
    missed.missing
from totals
inner join measure using (measure)
inner join missed using (run_id, qrels_id)
