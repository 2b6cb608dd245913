-- The gain at each rank of the ideal ranking: all judged documents, highest gain first.
with

ideals as (
    select
        measure.measure,
        measure.family,
        measure.discount,
        grade_count.qrels_id,
        grade_count.topic,
        least(sum(grade_count.documents), any_value(measure.cutoff))::bigint as depth,
        flatten(list(
            repeat([gain.value], grade_count.documents)
            order by gain.value desc, grade_count.grade desc
        )) as gains
    from measure
    inner join gain on measure.gain = gain.gain
    inner join grade_count on gain.grade = grade_count.grade
    where gain.value > 0
    group by all
)

select
    measure,
    family,
    discount,
    qrels_id,
    topic,
    unnest(gains[:depth]) as value,
    unnest(range(1, depth + 1)) as rank
from ideals
