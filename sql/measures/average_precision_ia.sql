-- AP_IA: the average precision for each subtopic, averaged over the subtopics.
with

relevant as (
    select
        measure.measure,
        judgement.qrels_id,
        judgement.topic_id,
        judgement.subtopic,
        count(*) as relevant
    from measure
    inner join judgement on measure.rel <= judgement.grade
    where measure.family = 'average_precision_ia'
    group by all
),

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        subtopic,
        sum(hit / rank order by rank) as total
    from steps.subtopic_hit
    where family = 'average_precision_ia'
    group by all
)

select
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic_id,
    sum(precisions.total / relevant.relevant order by precisions.subtopic)
    / any_value(subtopic_count.subtopics) as value
from precisions
inner join relevant using (measure, qrels_id, topic_id, subtopic)
inner join steps.subtopic_count using (measure, qrels_id, topic_id)
group by
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic_id
