-- SetP, SetR, SetF, SetAP and SetRelP: precision and recall of all that was retrieved.
with

rates as (
    select
        relevant_retrieved.measure,
        measure.name,
        relevant_retrieved.run_id,
        relevant_retrieved.qrels_id,
        relevant_retrieved.topic,
        relevant_retrieved.retrieved as hits,
        case
            when measure.judged_only then judged_retrieved.documents
            else evaluated_topic.documents
        end as documents,
        relevant_count.relevant,
        measure.parameter['beta'] as weight,
        measure.name = 'SetRelP' or measure.parameter['relative'] = 1 as is_relative
    from relevant_retrieved
    inner join measure using (measure)
    inner join relevant_count using (measure, qrels_id, topic)
    inner join evaluated_topic using (run_id, qrels_id, topic)
    inner join judged_retrieved using (run_id, qrels_id, topic)
    where relevant_retrieved.family = 'set_measure' and relevant_retrieved.retrieved > 0
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case name
        when 'SetR' then hits / relevant
        when 'SetAP' then (hits * hits) / (documents * relevant)
        when 'SetF'
            then
                (weight + 1) * (hits / documents) * (hits / relevant)
                / (hits / relevant + weight * (hits / documents))
        else hits / if(is_relative, least(documents, relevant), documents)
    end as value
from rates
