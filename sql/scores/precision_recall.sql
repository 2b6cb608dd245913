-- The averaged precision-recall curve of every system, at eleven points of recall.
-- collection: name of the test collection
-- qrels: name of the set of judgements
-- system: name of the run
-- recall: the point of recall: 0, 0.1, … 1
-- precision: the best precision at that recall or beyond, averaged over all judged topics
with

relevant_counts as (
    select
        qrels_id,
        topic_id,
        count(*) filter (grade >= 1) as relevant
    from steps.graded_document
    group by all
),

-- The number of relevant documents that a ranking must have found to be at a point of recall.
needs as (
    select
        relevant_counts.qrels_id,
        relevant_counts.topic_id,
        tenths.tenth / 10 as recall,
        greatest(ceil(tenths.tenth / 10 * relevant_counts.relevant - 1e-9), 1)::bigint as hit
    from relevant_counts
    cross join range(11) as tenths (tenth)
),

hits as (
    select
        run_id,
        qrels_id,
        topic_id,
        rank,
        row_number() over (
            partition by run_id, qrels_id, topic_id
            order by rank
        ) as hit
    from judged_ranking
    where grade >= 1
),

precisions as (
    select
        run_id,
        qrels_id,
        topic_id,
        hit,
        max(hit / rank) over (
            partition by run_id, qrels_id, topic_id
            order by hit desc
        ) as precision
    from hits
)

select
    collection.name as collection,
    qrels.name as qrels,
    run.system,
    needs.recall,
    sum(coalesce(precisions.precision, 0) order by topic.name) / count(*) as precision
from steps.evaluated_topic
inner join needs using (qrels_id, topic_id)
inner join topic using (topic_id)
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
left join precisions
    on evaluated_topic.run_id = precisions.run_id
    and evaluated_topic.qrels_id = precisions.qrels_id
    and evaluated_topic.topic_id = precisions.topic_id
    and needs.hit = precisions.hit
group by all
