-- For each new run that is ranked by score: topics whose rank column contradicts the scores. Where
-- the file's ranks are ours, or ours from 0, there is nothing to look at.
with

candidates as (
    select
        run_id,
        topic_id
    from ranking
    where run_id between $first_run_id and $last_run_id
    group by all
    having min(file_rank - rank) != max(file_rank - rank)
),

neighbours as (
    select
        ranking.run_id,
        ranking.topic_id,
        ranking.is_tied,
        ranking.file_rank,
        lag(ranking.file_rank) over (
            partition by ranking.run_id, ranking.topic_id
            order by ranking.rank
        ) as rank_above
    from ranking
    inner join candidates using (run_id, topic_id)
    where ranking.run_id between $first_run_id and $last_run_id
)

select
    neighbours.run_id,
    count(distinct neighbours.topic_id) as disordered
from neighbours
inner join run using (run_id)
where
    run.rank_rule != 'rank'
    and neighbours.file_rank < neighbours.rank_above
    and not neighbours.is_tied
group by neighbours.run_id
