-- The gain at each rank of the ideal ranking: all judged documents, highest gain first.
with

gains as (
    select
        measure.measure,
        measure.family,
        measure.discount,
        measure.cutoff,
        grade_count.qrels_id,
        grade_count.topic,
        grade_count.documents,
        gain.value,
        sum(grade_count.documents) over (
            partition by
                measure.measure,
                measure.family,
                grade_count.qrels_id,
                grade_count.topic
            order by gain.value desc, grade_count.grade desc
        ) as last_rank
    from measure
    inner join gain on measure.gain = gain.gain
    inner join grade_count on gain.grade = grade_count.grade
    where gain.value > 0
)

select
    measure,
    family,
    discount,
    qrels_id,
    topic,
    value,
    unnest(range(
        last_rank::bigint - documents + 1,
        least(last_rank::bigint, coalesce(cutoff, 2147483647)) + 1
    )) as rank
from gains
