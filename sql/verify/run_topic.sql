-- The topics that each run answers, counted in its rankings.
select
    run_id,
    topic_id,
    count(*) as documents
from ranking
group by all
