-- AP, GMAP and YAAP: the precision at each relevant document, averaged over all of them.
with

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        list_sum([hit / rank for rank, hit in ranks]) as total
    from relevant_list
    where family = 'average_precision'
),

topics as (
    select
        measure.measure,
        measure.name,
        evaluated_topic.run_id,
        evaluated_topic.qrels_id,
        evaluated_topic.topic,
        coalesce(precisions.total, 0) as total,
        coalesce(relevant_count.relevant, 0) as relevant,
        case measure.option['norm']
            when 'min' then least(relevant_count.relevant, measure.cutoff)
            else relevant_count.relevant
        end as norm
    from measure
    cross join evaluated_topic
    left join relevant_count
        on measure.measure = relevant_count.measure
        and evaluated_topic.qrels_id = relevant_count.qrels_id
        and evaluated_topic.topic = relevant_count.topic
    left join precisions
        on measure.measure = precisions.measure
        and evaluated_topic.run_id = precisions.run_id
        and evaluated_topic.qrels_id = precisions.qrels_id
        and evaluated_topic.topic = precisions.topic
    where measure.family = 'average_precision'
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case name
        when 'GMAP' then ln(greatest(coalesce(total / norm, 0), 1e-5))
        when 'YAAP' then ln((1 + total) / (1 + relevant - total))
        else total / norm
    end as value
from topics
