-- Two systems topic by topic
-- $measure: nDCG@10
select a.topic, a.value as a, b.value as b, a.value - b.value as difference
from topic_score as a
inner join topic_score as b using (collection, qrels, topic, measure)
where measure = $measure and a.system = $a and b.system = $b
order by difference desc
