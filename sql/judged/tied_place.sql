-- The places that documents with equal scores share in a ranking: first and last.
with

with_ties as (
    select distinct
        run_id,
        topic
    from retrieved_stretch
    where are_tied is not null
),

groups as (
    select
        ranking.run_id,
        ranking.topic,
        ranking.rank,
        count(*) filter (not ranking.is_tied) over (
            partition by ranking.run_id, ranking.topic
            order by ranking.rank
        ) as number
    from ranking
    inner join with_ties using (run_id, topic)
)

select
    run_id,
    topic,
    min(rank) as first_rank,
    max(rank) as last_rank
from groups
group by run_id, topic, number
having count(*) > 1
