-- The places that documents with equal scores share in a ranking: first and last.
with

groups as (
    select
        retrieved.run_id,
        retrieved.topic,
        (retrieved_order.place - retrieved.before)::integer as rank,
        count(*) filter (not retrieved_order.is_tied) over (
            partition by retrieved_order.list_id
            order by retrieved_order.place
        ) as number
    from retrieved
    inner join retrieved_order using (list_id)
)

select
    run_id,
    topic,
    min(rank) as first_rank,
    max(rank) as last_rank
from groups
group by run_id, topic, number
having count(*) > 1
