-- How many documents graded 0 or more a run retrieved for a topic.
select
    run_id,
    qrels_id,
    topic,
    count(judged_rank) as documents
from judged_ranking
group by all
