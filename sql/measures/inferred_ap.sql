-- infAP: average precision, estimated from a sample of the pool that was judged.
with

pool as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        rank,
        is_relevant,
        count(*) over above as pooled,
        count(*) filter (grade >= 0) over above as judged,
        count(*) filter (is_relevant) over above as relevant
    from examined
    where family = 'inferred_ap'
    window
        above as (
            partition by measure, run_id, qrels_id, topic
            order by rank
            rows between unbounded preceding and 1 preceding
        )
),

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
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
    precisions.topic,
    precisions.total / relevant_count.relevant as value
from precisions
inner join relevant_count using (measure, qrels_id, topic)
