-- binG: over the relevant documents, one over the logarithm of the non-relevant ones above.
select
    hit.measure,
    hit.run_id,
    hit.qrels_id,
    hit.topic_id,
    sum(1 / log2(2 + hit.rank - hit.hit) order by hit.rank)
    / any_value(relevant_count.relevant) as value
from steps.hit
inner join steps.relevant_count using (measure, qrels_id, topic_id)
where hit.family = 'binary_gain'
group by all
