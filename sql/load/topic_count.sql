-- For each new run: its number of topics.
select
    run_id,
    count(*) as topics
from run_topic
where run_id between $first_run_id and $last_run_id
group by run_id
