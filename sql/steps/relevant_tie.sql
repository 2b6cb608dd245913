-- The groups of documents with equal scores that have relevant ones, by measure: the first rank,
-- the number of documents, of relevant ones, and of relevant ones above.
with

groups as (
    select
        measure.measure,
        measure.family,
        measure.cutoff,
        tied_document.run_id,
        tied_document.qrels_id,
        tied_document.topic_id,
        tied_document.first_rank,
        tied_document.documents,
        count(*) as relevant
    from measure
    inner join steps.tied_document on measure.rel <= tied_document.grade
    where
        measure.family in ('average_precision', 'reciprocal_rank', 'success')
        and not measure.judged_only
    group by all
)

select
    *,
    coalesce(sum(relevant) over (
        partition by measure, run_id, qrels_id, topic_id
        order by first_rank
        rows between unbounded preceding and 1 preceding
    ), 0) as relevant_above
from groups
