-- Utility: what the retrieved, the missed and all other documents are worth together.
select
    measure.measure,
    retrieved_count.run_id,
    retrieved_count.qrels_id,
    retrieved_count.topic,
    measure.parameter['a'] * coalesce(relevant_retrieved.retrieved, 0)
    + measure.parameter['b']
    * (retrieved_count.documents - coalesce(relevant_retrieved.retrieved, 0))
    + measure.parameter['c']
    * (coalesce(relevant_count.relevant, 0) - coalesce(relevant_retrieved.retrieved, 0))
    + measure.parameter['d'] * (
        coalesce(measure.parameter['documents'], collection.documents, 0)
        - retrieved_count.documents
        - coalesce(relevant_count.relevant, 0)
        + coalesce(relevant_retrieved.retrieved, 0)
    ) as value
from retrieved_count
inner join measure using (measure)
inner join qrels using (qrels_id)
inner join collection using (collection_id)
left join relevant_retrieved using (measure, run_id, qrels_id, topic)
left join relevant_count using (measure, qrels_id, topic)
where
    measure.family = 'utility'
    and retrieved_count.is_retrieved
    and (
        measure.parameter['d'] = 0
        or coalesce(measure.parameter['documents'], collection.documents) is not null
    )
