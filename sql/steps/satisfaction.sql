-- The probability that a document of each grade satisfies the reader of ERR.
with

grades as (
    select distinct grade
    from judgement
    where grade > 0
)

select
    measure.measure,
    grades.grade,
    (2 ** least(grades.grade, measure.parameter['max_rel']) - 1)
    / 2 ** measure.parameter['max_rel'] as satisfied
from measure
cross join grades
where measure.family = 'expected_reciprocal_rank'
