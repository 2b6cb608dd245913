-- The gain of each grade of a topic, from 0 to 1, for measures that scale grades; no row for a
-- grade without gain.
with

topic_grades as (
    select distinct
        qrels_id,
        topic_id,
        grade,
        max(grade) over (partition by qrels_id, topic_id) as highest
    from judgement
),

scales as (
    select
        measure.measure,
        topic_grades.qrels_id,
        topic_grades.topic_id,
        topic_grades.grade,
        topic_grades.grade >= measure.rel as is_relevant,
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
    measure,
    qrels_id,
    topic_id,
    grade,
    case
        when is_relevant then 1
        else (least(grade, highest) - lowest) / (highest - lowest)
    end::double as gain
from scales
where grade >= 0 and coalesce(is_relevant, grade > lowest and highest > lowest)
