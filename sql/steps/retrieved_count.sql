-- How many documents each measure sees in a ranking, within its cutoff.
with

judged_counts as (
    select
        run_id,
        qrels_id,
        topic_id,
        count(judged_rank) as documents
    from judged_ranking
    group by all
)

select
    measure.measure,
    measure.family,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    evaluated_topic.is_retrieved,
    least(
        case
            when measure.judged_only then coalesce(judged_counts.documents, 0)
            else evaluated_topic.documents
        end,
        measure.cutoff
    ) as documents
from measure
cross join steps.evaluated_topic
left join judged_counts
    on evaluated_topic.run_id = judged_counts.run_id
    and evaluated_topic.qrels_id = judged_counts.qrels_id
    and evaluated_topic.topic_id = judged_counts.topic_id
