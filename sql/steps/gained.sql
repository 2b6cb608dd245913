-- The documents with a gain that a measure sees, with the gain (cg) and the discounted gain (dcg)
-- of the ranking up to each of them.
with recursive

gains as materialized (
    select
        measure.measure,
        measure.family,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        seen.rank,
        gain.value as gain,
        gain.value * discount.weight as discounted,
        row_number() over (
            partition by measure.measure, seen.run_id, seen.qrels_id, seen.topic_id
            order by seen.rank
        ) as hit
    from measure
    inner join discount using (discount)
    inner join gain using (gain)
    inner join steps.seen using (judged_only, rank, grade)
    where
        measure.family in ('ndcg_at_levels', 'ndcg_at_relevant', 'normalised_gain')
        and gain.value != 0
        and seen.rank <= coalesce(measure.cutoff, 2147483647)
),

-- Added one document after the other: the last digit of a running window sum depends on other
-- rankings.
sums as (
    select
        *,
        gain as cg,
        discounted as dcg
    from gains
    where hit = 1
    union all
    select
        gains.*,
        sums.cg + gains.gain as cg,
        sums.dcg + gains.discounted as dcg
    from sums
    inner join gains using (measure, run_id, qrels_id, topic_id)
    where sums.hit + 1 = gains.hit
)

select * exclude (hit)
from sums
