-- The averaged precision-recall curve of every system, at eleven points of recall.
with

needs as (
    select
        qrels_id,
        topic,
        coalesce(sum(documents) filter (grade >= 1), 0) as relevant,
        [greatest(ceil(point / 10 * relevant - 1e-9), 1)::bigint for point in range(11)] as needs
    from grade_count
    group by all
),

hits as (
    select
        run_id,
        qrels_id,
        topic,
        [hit / rank for rank, hit in hits] as precisions
    from judged_list
),

curves as (
    select
        evaluated_topic.run_id,
        evaluated_topic.qrels_id,
        evaluated_topic.topic,
        unnest([point / 10 for point in range(11)]) as recall,
        unnest([
            coalesce(list_max(hits.precisions[need:]), 0) for need in needs.needs
        ]) as precision
    from evaluated_topic
    inner join needs using (qrels_id, topic)
    left join hits using (run_id, qrels_id, topic)
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
