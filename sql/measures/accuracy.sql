-- Accuracy: how many pairs of a relevant and another retrieved document stand in the right order.
with

pairs as (
    select
        relevant_ranking.measure,
        relevant_ranking.run_id,
        relevant_ranking.qrels_id,
        relevant_ranking.topic,
        sum(relevant_ranking.rank - relevant_ranking.hit) as wrong,
        count(*) * (any_value(retrieved_count.documents) - count(*)) as possible
    from relevant_ranking
    inner join retrieved_count using (measure, run_id, qrels_id, topic)
    where relevant_ranking.family = 'accuracy' and retrieved_count.family = 'accuracy'
    group by
        relevant_ranking.measure,
        relevant_ranking.run_id,
        relevant_ranking.qrels_id,
        relevant_ranking.topic
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case when possible = 0 then 1 else 1 - wrong / possible end as value
from pairs
