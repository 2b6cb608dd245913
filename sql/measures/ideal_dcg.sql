-- IDCG: the discounted gain of the ideal ranking.
select
    ideal_gain.measure,
    evaluated_topic.run_id,
    ideal_gain.qrels_id,
    ideal_gain.topic,
    ideal_gain.dcg as value
from ideal_gain
inner join measure using (measure)
inner join evaluated_topic using (qrels_id, topic)
where measure.family = 'ideal_dcg'
