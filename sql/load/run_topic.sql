-- The topics that the new runs answer, as the table run_topic has them.
select
    run_id,
    topic_id,
    count(*) as documents
from ranking
where run_id between $first_run_id and $last_run_id
group by all
