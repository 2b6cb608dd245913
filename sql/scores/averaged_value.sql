-- The values that a leaderboard averages: those of every judged topic.
select
    measure,
    run_id,
    qrels_id,
    topic,
    is_retrieved,
    value
from topic_value
