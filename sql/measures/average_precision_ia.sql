-- AP_IA: the average precision for each subtopic, averaged over the subtopics.
with

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        subtopic,
        sum(hit / rank order by rank) as total
    from subtopic_hit
    where family = 'average_precision_ia'
    group by all
)

select
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic,
    sum(
        precisions.total / relevant_subtopic.relevant
        order by precisions.subtopic
    ) / any_value(subtopic_count.subtopics) as value
from precisions
inner join measure using (measure)
inner join relevant_subtopic using (rel, qrels_id, topic, subtopic)
inner join subtopic_count using (rel, qrels_id, topic)
group by
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic
