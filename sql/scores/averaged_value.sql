-- The values that a leaderboard averages: those of every judged topic.
select *
from topic_value
