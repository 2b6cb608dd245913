-- Every measure of every run over its topics, summed in the byte order of their names.
with

totals as (
    select
        averaged_value.measure,
        averaged_value.run_id,
        averaged_value.qrels_id,
        sum(averaged_value.value order by topic.name) as total,
        median(averaged_value.value) as middle,
        count(averaged_value.value) as topics,
        count(*) filter (not averaged_value.is_retrieved) as missing
    from measures.averaged_value
    inner join topic using (topic_id)
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
