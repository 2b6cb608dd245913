-- NumQ, NumRet, NumRel, NumRelRet and NumNonrelJudgedRet: how much there is to count.
select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic,
    case measure.name
        when 'NumRel' then relevant_count.relevant
        when 'NumQ' then 1
        when 'NumNonrelJudgedRet'
            then judged_retrieved.documents - coalesce(relevant_retrieved.retrieved, 0)
        when 'NumRet'
            then case
                when measure.rel is not null then relevant_retrieved.retrieved
                when measure.judged_only then judged_retrieved.documents
                else evaluated_topic.documents
            end
        else relevant_retrieved.retrieved
    end as value
from measure
cross join evaluated_topic
left join relevant_count
    on measure.measure = relevant_count.measure
    and evaluated_topic.qrels_id = relevant_count.qrels_id
    and evaluated_topic.topic = relevant_count.topic
left join relevant_retrieved
    on relevant_retrieved.family = 'counts'
    and measure.measure = relevant_retrieved.measure
    and evaluated_topic.run_id = relevant_retrieved.run_id
    and evaluated_topic.qrels_id = relevant_retrieved.qrels_id
    and evaluated_topic.topic = relevant_retrieved.topic
left join judged_retrieved
    on evaluated_topic.run_id = judged_retrieved.run_id
    and evaluated_topic.qrels_id = judged_retrieved.qrels_id
    and evaluated_topic.topic = judged_retrieved.topic
where measure.family = 'counts'
