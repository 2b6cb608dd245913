-- The relevant documents that a measure looks at, numbered in rank order.
select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    rank,
    judged_rank,
    row_number() over (
        partition by measure, run_id, qrels_id, topic
        order by rank
    ) as hit
from examined
where is_relevant
