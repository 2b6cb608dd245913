-- Utility: what retrieved relevant (a), retrieved non-relevant (b), missed relevant (c) and all
-- other documents of the collection (d) are worth in total.
with

hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        count(*) as hits
    from steps.hit
    where family = 'utility'
    group by all
),

counts as (
    select
        retrieved_count.measure,
        retrieved_count.run_id,
        retrieved_count.qrels_id,
        retrieved_count.topic_id,
        retrieved_count.documents as retrieved,
        coalesce(hits.hits, 0) as hits,
        coalesce(relevant_count.relevant, 0) as relevant
    from steps.retrieved_count
    left join hits using (measure, run_id, qrels_id, topic_id)
    left join steps.relevant_count using (measure, qrels_id, topic_id)
    where retrieved_count.family = 'utility' and retrieved_count.is_retrieved
)

select
    counts.measure,
    counts.run_id,
    counts.qrels_id,
    counts.topic_id,
    measure.parameter['a'] * counts.hits
    + measure.parameter['b'] * (counts.retrieved - counts.hits)
    + measure.parameter['c'] * (counts.relevant - counts.hits)
    + measure.parameter['d'] * (
        coalesce(measure.parameter['documents'], collection.documents, 0)
        - counts.retrieved - counts.relevant + counts.hits
    ) as value
from counts
inner join measure using (measure)
inner join qrels using (qrels_id)
inner join collection using (collection_id)
where
    measure.parameter['d'] = 0
    or coalesce(measure.parameter['documents'], collection.documents) is not null
