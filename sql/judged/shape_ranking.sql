-- The gain at each rank of a shape's ideal ranking: all judged documents, highest gain first.
with

shapes as (
    select distinct shape from grade_shape
),

counts as (
    select
        shape,
        unnest(shape, max_depth := 2)
    from shapes
),

ideals as (
    select
        measure.measure,
        measure.family,
        measure.discount,
        counts.shape,
        least(sum(counts.documents), any_value(measure.cutoff))::bigint as depth,
        flatten(list(
            repeat([gain.value], counts.documents)
            order by gain.value desc, counts.grade desc
        )) as gains
    from measure
    inner join gain on measure.gain = gain.gain
    inner join counts on gain.grade = counts.grade
    where gain.value > 0
    group by all
)

select
    measure,
    family,
    discount,
    shape,
    unnest(gains[:depth]) as value,
    unnest(range(1, depth + 1)) as rank
from ideals
