-- R@k: the share of the relevant documents that stand among the first k.
select
    relevant_retrieved.measure,
    relevant_retrieved.run_id,
    relevant_retrieved.qrels_id,
    relevant_retrieved.topic,
    relevant_retrieved.retrieved / relevant_count.relevant as value
from relevant_retrieved
inner join relevant_count using (measure, qrels_id, topic)
where relevant_retrieved.family = 'recall'
