-- The documents with a gain that a measure sees, with the gain (cg) and the discounted gain (dcg)
-- of the ranking down to each of them.
with

gains as (
    select
        measure.measure,
        measure.family,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        seen.rank,
        gain.value as gain,
        gain.value * discount.weight as discounted
    from measure
    inner join discount using (discount)
    inner join gain using (gain)
    inner join steps.seen using (judged_only, rank, grade)
    where gain.value != 0 and seen.rank <= coalesce(measure.cutoff, 2147483647)
)

select
    *,
    sum(gain) over in_order as cg,
    sum(discounted) over in_order as dcg
from gains
window
    in_order as (
        partition by measure, family, run_id, qrels_id, topic_id
        order by rank
    )
