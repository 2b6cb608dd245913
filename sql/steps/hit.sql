-- The relevant documents that a measure sees within its cutoff, numbered in rank order.
select
    measure.measure,
    measure.family,
    seen.run_id,
    seen.qrels_id,
    seen.topic_id,
    seen.rank,
    row_number() over (
        partition by
            seen.run_id, seen.topic_id, seen.qrels_id, measure.measure, measure.family
        order by seen.rank
    ) as hit
from measure
inner join steps.seen on measure.judged_only = seen.judged_only and measure.rel <= seen.grade
where seen.rank <= coalesce(measure.cutoff, 2147483647)
