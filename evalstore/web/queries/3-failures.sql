-- Topics on which a system scores 0
-- $measure: nDCG@10
select system, count(*) as failures, list(topic order by topic) as topics
from topic_score
where measure = $measure and value = 0
group by system
order by failures desc, system
