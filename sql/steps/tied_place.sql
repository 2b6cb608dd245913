-- The ranks that documents with equal scores share in a ranking: first and last.
with

with_ties as (
    select distinct
        run_id,
        topic_id
    from ranking
    where is_tied
),

groups as (
    select
        ranking.run_id,
        ranking.topic_id,
        ranking.rank,
        count(*) filter (not ranking.is_tied) over (
            partition by ranking.run_id, ranking.topic_id
            order by ranking.rank
        ) as number
    from ranking
    inner join with_ties using (run_id, topic_id)
)

select
    run_id,
    topic_id,
    min(rank) as first_rank,
    max(rank) as last_rank
from groups
group by run_id, topic_id, number
having count(*) > 1
