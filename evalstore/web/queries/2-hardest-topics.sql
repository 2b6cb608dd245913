-- Topics by mean score, hardest first
-- $measure: AP
select topic, mean, deviation, best, best_system
from topic_difficulty
where measure = $measure
order by mean
limit 20
