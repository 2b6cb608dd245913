-- The places that documents with equal scores share in a ranking: first and last.
with

groups as (
    select
        run_id,
        topic,
        rank,
        count(*) filter (not is_tied) over (
            partition by run_id, topic
            order by rank
        ) as number
    from ranking
)

select
    run_id,
    topic,
    min(rank) as first_rank,
    max(rank) as last_rank
from groups
group by run_id, topic, number
having count(*) > 1
