-- IPrec and IAP: the best precision at a point of recall or beyond, and its mean over eleven.
with

points as (
    select
        measure,
        option['rounding'] as rounding,
        parameter['recall'] as recall
    from measure
    where family = 'interpolated_precision' and name = 'IPrec'
    union all
    select
        measure.measure,
        measure.option['rounding'] as rounding,
        tenths.tenth / 10 as recall
    from measure
    cross join range(11) as tenths (tenth)
    where measure.family = 'interpolated_precision' and measure.name != 'IPrec'
),

-- The number of relevant documents that a ranking must have found to be at a point of recall.
needs as (
    select
        points.measure,
        relevant_count.qrels_id,
        relevant_count.topic_id,
        points.recall,
        greatest(ceil(case points.rounding
            when 'trec_eval9' then floor(points.recall * relevant_count.relevant + 0.9)
            when 'trec_eval10' then round(points.recall * relevant_count.relevant)
            else points.recall * relevant_count.relevant - 1e-9
        end), 1)::bigint as hit,
        count(*) over (
            partition by points.measure, relevant_count.qrels_id, relevant_count.topic_id
        ) as points
    from points
    inner join steps.relevant_count using (measure)
),

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        hit,
        max(hit / rank) over (
            partition by measure, run_id, qrels_id, topic_id
            order by hit desc
        ) as precision
    from steps.hit
    where family = 'interpolated_precision'
)

select
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic_id,
    sum(precisions.precision order by needs.recall) / any_value(needs.points) as value
from precisions
inner join needs using (measure, qrels_id, topic_id, hit)
group by all
