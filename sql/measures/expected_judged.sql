-- The mean of Judged@k and Unjudged@k over all orders of tied documents.
with

judged_counts as (
    select
        measure.measure,
        tied_rank.run_id,
        tied_rank.qrels_id,
        tied_rank.topic_id,
        sum(tied_rank.probability order by tied_rank.rank, tied_rank.grade) as judged
    from measure
    inner join steps.tied_rank on measure.cutoff >= tied_rank.rank
    where
        measure.family = 'judged'
        or (measure.family = 'unjudged' and not measure.judged_only and tied_rank.grade >= 0)
    group by all
)

select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    case measure.family
        when 'judged'
            then coalesce(judged_counts.judged, 0)
        else least(evaluated_topic.documents, measure.cutoff) - coalesce(judged_counts.judged, 0)
    end / case measure.family
        when 'judged' then least(evaluated_topic.documents, measure.cutoff)
        else measure.cutoff
    end as value
from measure
cross join steps.evaluated_topic
left join judged_counts
    on measure.measure = judged_counts.measure
    and evaluated_topic.run_id = judged_counts.run_id
    and evaluated_topic.qrels_id = judged_counts.qrels_id
    and evaluated_topic.topic_id = judged_counts.topic_id
where measure.family in ('judged', 'unjudged') and evaluated_topic.is_retrieved
