-- Fallout: the share of the collection's non-relevant documents that were retrieved.
with

hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        count(*) as hits
    from steps.hit
    where family = 'fallout'
    group by all
),

counts as (
    select
        retrieved_count.measure,
        retrieved_count.run_id,
        retrieved_count.qrels_id,
        retrieved_count.topic_id,
        retrieved_count.documents - coalesce(hits.hits, 0) as nonrelevant_retrieved,
        coalesce(relevant_count.relevant, 0) as relevant
    from steps.retrieved_count
    left join hits using (measure, run_id, qrels_id, topic_id)
    left join steps.relevant_count using (measure, qrels_id, topic_id)
    where retrieved_count.family = 'fallout'
)

select
    counts.measure,
    counts.run_id,
    counts.qrels_id,
    counts.topic_id,
    counts.nonrelevant_retrieved / nullif(
        coalesce(measure.parameter['documents'], collection.documents) - counts.relevant,
        0
    ) as value
from counts
inner join measure using (measure)
inner join qrels using (qrels_id)
inner join collection using (collection_id)
where coalesce(measure.parameter['documents'], collection.documents) is not null
