-- infAP: average precision, estimated from a sample of the pool that was judged.
with

pool as (
    select
        measure.measure,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        seen.rank,
        seen.grade >= measure.rel as is_relevant,
        count(*) over above as pooled,
        count(*) filter (seen.grade >= 0) over above as judged,
        count(*) filter (seen.grade >= measure.rel) over above as relevant
    from measure
    inner join steps.seen using (judged_only)
    where
        measure.family = 'inferred_ap'
        and seen.rank <= coalesce(measure.cutoff, 2147483647)
    window
        above as (
            partition by measure.measure, seen.run_id, seen.qrels_id, seen.topic_id
            order by seen.rank
            rows between unbounded preceding and 1 preceding
        )
),

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        sum(
            1 / rank + pooled / rank * ((relevant + 1e-5) / (judged + 2e-5))
            order by rank
        ) as total
    from pool
    where is_relevant
    group by all
)

select
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic_id,
    precisions.total / relevant_count.relevant as value
from precisions
inner join steps.relevant_count using (measure, qrels_id, topic_id)
