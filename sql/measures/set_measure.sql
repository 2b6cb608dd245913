-- SetP, SetR and SetF: precision and recall of all that was retrieved, and their mean.
with

rates as (
    select
        relevant_retrieved.measure,
        measure.name,
        relevant_retrieved.run_id,
        relevant_retrieved.qrels_id,
        relevant_retrieved.topic,
        relevant_retrieved.retrieved / case
            when measure.judged_only then judged_retrieved.documents
            else evaluated_topic.documents
        end as precision,
        relevant_retrieved.retrieved / relevant_count.relevant as recall,
        measure.parameter['beta'] as weight
    from relevant_retrieved
    inner join measure using (measure)
    inner join relevant_count using (measure, qrels_id, topic)
    inner join evaluated_topic using (run_id, qrels_id, topic)
    inner join judged_retrieved using (run_id, qrels_id, topic)
    where relevant_retrieved.family = 'set_measure'
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case name
        when 'SetP' then precision
        when 'SetR' then recall
        else (weight + 1) * precision * recall / (recall + weight * precision)
    end as value
from rates
