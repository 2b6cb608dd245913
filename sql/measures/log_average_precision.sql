-- GMAP and YAAP: the logarithm of average precision, or of the odds it comes from.
with

topics as (
    select
        measure.measure,
        measure.name,
        evaluated_topic.run_id,
        evaluated_topic.qrels_id,
        evaluated_topic.topic,
        coalesce(precision_sum.precisions, 0) as precisions,
        coalesce(relevant_count.relevant, 0) as relevant
    from measure
    cross join evaluated_topic
    left join relevant_count
        on measure.measure = relevant_count.measure
        and evaluated_topic.qrels_id = relevant_count.qrels_id
        and evaluated_topic.topic = relevant_count.topic
    left join precision_sum
        on precision_sum.family = 'log_average_precision'
        and measure.measure = precision_sum.measure
        and evaluated_topic.run_id = precision_sum.run_id
        and evaluated_topic.qrels_id = precision_sum.qrels_id
        and evaluated_topic.topic = precision_sum.topic
    where measure.family = 'log_average_precision'
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case name
        when 'GMAP' then ln(greatest(coalesce(precisions / nullif(relevant, 0), 0), 1e-5))
        else ln((1 + precisions) / (1 + relevant - precisions))
    end as value
from topics
