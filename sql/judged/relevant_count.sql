-- How many documents of a topic each measure takes for relevant.
with

levels as (
    select distinct rel from measure
),

counts as (
    select
        levels.rel,
        grade_count.qrels_id,
        grade_count.topic,
        sum(grade_count.documents)::bigint as relevant
    from levels
    inner join grade_count on levels.rel <= grade_count.grade
    group by all
)

select
    measure.measure,
    counts.qrels_id,
    counts.topic,
    counts.relevant
from counts
inner join measure using (rel)
