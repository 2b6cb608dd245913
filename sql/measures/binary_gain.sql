-- binG: over the relevant documents, one over the logarithm of the non-relevant ones above.
select
    relevant_ranking.measure,
    relevant_ranking.run_id,
    relevant_ranking.qrels_id,
    relevant_ranking.topic,
    sum(
        1 / log2(2 + relevant_ranking.rank - relevant_ranking.hit)
        order by relevant_ranking.rank
    ) / any_value(relevant_count.relevant) as value
from relevant_ranking
inner join relevant_count using (measure, qrels_id, topic)
where relevant_ranking.family = 'binary_gain'
group by
    relevant_ranking.measure,
    relevant_ranking.run_id,
    relevant_ranking.qrels_id,
    relevant_ranking.topic
