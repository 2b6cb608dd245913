-- Leaderboard of one measure
-- $measure: nDCG@10
select position, system, value, topics, missing
from leaderboard
where measure = $measure
order by position, system
