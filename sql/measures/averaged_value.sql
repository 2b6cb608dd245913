-- The values that a leaderboard averages: those of every judged topic.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    is_retrieved,
    value
from measures.topic_value
