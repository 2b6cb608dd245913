-- For each new run: its topics, and those with tied scores.
select
    run_id,
    count(distinct topic_id) as topics,
    count(distinct topic_id) filter (is_tied) as tied
from ranking
where run_id between $first_run_id and $last_run_id
group by run_id
