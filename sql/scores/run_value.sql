-- Every measure of every run over its topics, summed in the order of their names.
with

totals as (
    select
        measure,
        run_id,
        qrels_id,
        sum(value order by topic) as total,
        median(value) as middle,
        count(value) as topics,
        count(*) filter (not is_retrieved) as missing
    from averaged_value
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
    totals.missing
from totals
inner join measure using (measure)
