-- How many documents each measure looks at in a ranking.
select
    measure.measure,
    measure.family,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic,
    evaluated_topic.is_retrieved,
    least(
        case
            when measure.judged_only then coalesce(judged_retrieved.documents, 0)
            else evaluated_topic.documents
        end,
        measure.cutoff
    ) as documents
from measure
cross join evaluated_topic
left join judged_retrieved
    on evaluated_topic.run_id = judged_retrieved.run_id
    and evaluated_topic.qrels_id = judged_retrieved.qrels_id
    and evaluated_topic.topic = judged_retrieved.topic
