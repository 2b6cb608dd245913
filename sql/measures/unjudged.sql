-- Unjudged@k: the share of the first k ranks with an unjudged document.
with

judged_counts as (
    select
        measure.measure,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        count(*) as judged
    from measure
    inner join steps.seen using (judged_only)
    where
        measure.family = 'unjudged'
        and seen.grade >= 0
        and seen.rank <= coalesce(measure.cutoff, 2147483647)
    group by all
)

select
    measure.measure,
    retrieved_count.run_id,
    retrieved_count.qrels_id,
    retrieved_count.topic_id,
    (retrieved_count.documents - coalesce(judged_counts.judged, 0)) / measure.cutoff as value
from steps.retrieved_count
inner join measure using (measure)
left join judged_counts using (measure, run_id, qrels_id, topic_id)
where retrieved_count.family = 'unjudged'
