-- Fallout: the share of the collection's non-relevant documents that were retrieved.
select
    measure.measure,
    retrieved_count.run_id,
    retrieved_count.qrels_id,
    retrieved_count.topic,
    (retrieved_count.documents - coalesce(relevant_retrieved.retrieved, 0)) / nullif(
        coalesce(measure.parameter['documents'], collection.documents)
        - coalesce(relevant_count.relevant, 0),
        0
    ) as value
from retrieved_count
inner join measure using (measure)
inner join qrels using (qrels_id)
inner join collection using (collection_id)
left join relevant_retrieved using (measure, run_id, qrels_id, topic)
left join relevant_count using (measure, qrels_id, topic)
where
    measure.family = 'fallout'
    and coalesce(measure.parameter['documents'], collection.documents) is not null
