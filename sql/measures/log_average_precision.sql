-- GMAP and YAAP: the logarithm of average precision, or of the odds it comes from.
with

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        sum(hit / rank order by rank) as total
    from steps.hit
    where family = 'log_average_precision'
    group by all
),

topics as (
    select
        measure.measure,
        measure.name,
        evaluated_topic.run_id,
        evaluated_topic.qrels_id,
        evaluated_topic.topic_id,
        coalesce(precisions.total, 0) as total,
        coalesce(relevant_count.relevant, 0) as relevant
    from measure
    cross join steps.evaluated_topic
    left join steps.relevant_count
        on measure.measure = relevant_count.measure
        and evaluated_topic.qrels_id = relevant_count.qrels_id
        and evaluated_topic.topic_id = relevant_count.topic_id
    left join precisions
        on measure.measure = precisions.measure
        and evaluated_topic.run_id = precisions.run_id
        and evaluated_topic.qrels_id = precisions.qrels_id
        and evaluated_topic.topic_id = precisions.topic_id
    where measure.family = 'log_average_precision'
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    case name
        when 'GMAP' then ln(greatest(coalesce(total / nullif(relevant, 0), 0), 1e-5))
        else ln((1 + total) / (1 + relevant - total))
    end as value
from topics
