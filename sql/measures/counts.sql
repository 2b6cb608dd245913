-- NumQ, NumRet, NumRel, NumRelRet and NumNonrelJudgedRet: the numbers of topics and documents.
with

hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        count(*) as hits
    from steps.hit
    where family = 'counts'
    group by all
),

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
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    case measure.name
        when 'NumRel' then relevant_count.relevant
        when 'NumQ' then 1
        when 'NumNonrelJudgedRet' then judged_counts.documents - coalesce(hits.hits, 0)
        when 'NumRet'
            then case
                when measure.rel is not null then hits.hits
                when measure.judged_only then judged_counts.documents
                else evaluated_topic.documents
            end
        else hits.hits
    end as value
from measure
cross join steps.evaluated_topic
left join steps.relevant_count
    on measure.measure = relevant_count.measure
    and evaluated_topic.qrels_id = relevant_count.qrels_id
    and evaluated_topic.topic_id = relevant_count.topic_id
left join hits
    on measure.measure = hits.measure
    and evaluated_topic.run_id = hits.run_id
    and evaluated_topic.qrels_id = hits.qrels_id
    and evaluated_topic.topic_id = hits.topic_id
left join judged_counts
    on evaluated_topic.run_id = judged_counts.run_id
    and evaluated_topic.qrels_id = judged_counts.qrels_id
    and evaluated_topic.topic_id = judged_counts.topic_id
where measure.family = 'counts'
