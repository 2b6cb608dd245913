-- The groups of documents with equal scores that have judged ones, by measure: the first rank, the
-- number of documents, of pooled ones (any grade), judged ones (grades from 0) and relevant ones,
-- and how many of these are above.
with

groups as (
    select
        measure.measure,
        measure.family,
        tied_document.run_id,
        tied_document.qrels_id,
        tied_document.topic_id,
        tied_document.first_rank,
        tied_document.documents,
        count(*) as pooled,
        count(*) filter (tied_document.grade >= 0) as judged,
        count(*) filter (tied_document.grade >= measure.rel) as relevant
    from measure
    cross join steps.tied_document
    where
        measure.family in ('bpref', 'inferred_ap')
        and measure.aggregate = 'mean'
        and not measure.judged_only
    group by all
)

select
    *,
    coalesce(sum(pooled) over above, 0) as pooled_above,
    coalesce(sum(judged) over above, 0) as judged_above,
    coalesce(sum(relevant) over above, 0) as relevant_above
from groups
window
    above as (
        partition by measure, run_id, qrels_id, topic_id
        order by first_rank
        rows between unbounded preceding and 1 preceding
    )
