-- The topics that the incoming runs answer, as the table run_topic has them.
select
    run_id,
    topic_id,
    count(*) as documents
from ranked_line
group by all
