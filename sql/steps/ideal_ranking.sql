-- The gain at each rank of the ideal ranking: all judged documents of a topic, highest gain first.
with

gains as (
    select
        measure.measure,
        measure.family,
        measure.cutoff,
        measure.discount,
        graded_document.qrels_id,
        graded_document.topic_id,
        gain.value as gain,
        row_number() over (
            partition by
                measure.measure,
                measure.family,
                graded_document.qrels_id,
                graded_document.topic_id
            order by gain.value desc
        ) as rank
    from measure
    inner join gain using (gain)
    inner join steps.graded_document using (grade)
    where gain.value > 0
)

select
    measure,
    family,
    discount,
    qrels_id,
    topic_id,
    rank,
    gain
from gains
where rank <= coalesce(cutoff, 2147483647)
