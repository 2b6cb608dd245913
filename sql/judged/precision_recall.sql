-- The averaged precision-recall curve of every system, at eleven points of recall.
with

points as (
    select unnest(range(11)) / 10 as recall
),

judged as (
    select
        qrels_id,
        topic,
        coalesce(sum(documents) filter (grade >= 1), 0) as relevant
    from grade_count
    group by all
),

hits as (
    select
        run_id,
        qrels_id,
        topic,
        rank,
        row_number() over (
            partition by run_id, qrels_id, topic
            order by rank
        ) as hit
    from judged_ranking
    where grade >= 1
),

curves as (
    select
        evaluated_topic.run_id,
        evaluated_topic.qrels_id,
        evaluated_topic.topic,
        points.recall,
        coalesce(
            max(hits.hit / hits.rank) filter (
                hits.hit + 1e-9 >= points.recall * judged.relevant
            ),
            0
        ) as precision
    from evaluated_topic
    inner join judged using (qrels_id, topic)
    cross join points
    left join hits
        on evaluated_topic.run_id = hits.run_id
        and evaluated_topic.qrels_id = hits.qrels_id
        and evaluated_topic.topic = hits.topic
    group by all
)

select
    collection.name as collection,
    qrels.name as qrels,
    run.system,
    curves.recall,
    sum(curves.precision order by curves.topic) / count(*) as precision
from curves
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
group by all
