-- The grades between which a measure scales its gains from 0 to 1.
with

topic_scale as (
    select
        qrels_id,
        topic,
        max(grade) as highest
    from grade_count
    group by all
)

select
    measure.measure,
    topic_scale.qrels_id,
    topic_scale.topic,
    coalesce(measure.parameter['min_rel'], 0) as lowest,
    coalesce(
        measure.parameter['max_rel'],
        case measure.option['scale']
            when 'topic' then topic_scale.highest
            else highest_grade.highest
        end
    ) as highest
from measure
cross join topic_scale
inner join highest_grade using (qrels_id)
where measure.option['scale'] is not null
