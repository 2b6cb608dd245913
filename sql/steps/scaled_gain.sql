-- The documents that gain something, from 0 to 1, for measures that scale grades.
with

topic_grades as (
    select
        qrels_id,
        topic_id,
        max(grade) as highest
    from judgement
    group by all
),

scales as (
    select
        measure.measure,
        topic_grades.qrels_id,
        topic_grades.topic_id,
        coalesce(measure.parameter['min_rel'], 0) as lowest,
        coalesce(
            measure.parameter['max_rel'],
            case measure.option['scale']
                when 'topic' then topic_grades.highest
                else highest_grade.highest
            end
        ) as highest
    from measure
    cross join topic_grades
    inner join steps.highest_grade using (qrels_id)
    where measure.option['scale'] is not null
)

-- A measure with a lowest relevant grade (rel) takes gains of 0 and 1 instead.
select
    examined.measure,
    examined.family,
    examined.name,
    examined.run_id,
    examined.qrels_id,
    examined.topic_id,
    examined.rank,
    case
        when examined.is_relevant then 1
        else
            (least(examined.grade, scales.highest) - scales.lowest)
            / (scales.highest - scales.lowest)
    end::double as gain
from steps.examined
inner join scales using (measure, qrels_id, topic_id)
where
    examined.grade >= 0
    and coalesce(
        examined.is_relevant,
        examined.grade > scales.lowest and scales.highest > scales.lowest
    )
