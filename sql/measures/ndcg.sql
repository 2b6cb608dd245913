-- nDCG: the discounted gain of a ranking over that of the ideal ranking.
select
    discounted_gain.measure,
    discounted_gain.run_id,
    discounted_gain.qrels_id,
    discounted_gain.topic,
    discounted_gain.dcg / coalesce(retrieved_ideal_gain.dcg, ideal_gain.dcg) as value
from discounted_gain
inner join ideal_gain using (measure, qrels_id, topic)
left join retrieved_ideal_gain using (measure, run_id, qrels_id, topic)
where discounted_gain.family = 'ndcg'
