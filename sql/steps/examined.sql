-- The judged documents that each measure considers: those up to its cutoff.
select
    measure.measure,
    measure.family,
    measure.name,
    seen.run_id,
    seen.qrels_id,
    seen.topic_id,
    seen.rank,
    seen.document_id,
    seen.grade,
    seen.grade >= measure.rel as is_relevant
from measure
inner join steps.seen using (judged_only)
where seen.rank <= coalesce(measure.cutoff, 2147483647)
