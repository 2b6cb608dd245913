-- Bpref and GMBpref: how rarely judged non-relevant documents are ranked above relevant ones.
with

hits as (
    select
        measure.measure,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        judged_ranking.rank,
        judged_ranking.judged_rank - row_number() over (
            partition by run_id, topic_id, qrels_id, measure.measure
            order by judged_ranking.rank
        ) as nonrelevant_above
    from measure
    inner join judged_ranking on measure.rel <= judged_ranking.grade
    where measure.family = 'bpref'
),

bprefs as (
    select
        hits.measure,
        hits.run_id,
        hits.qrels_id,
        hits.topic_id,
        sum(
            case
                when hits.nonrelevant_above = 0 then 1
                else
                    1 - least(hits.nonrelevant_above, bpref_pool.relevant)
                    / least(bpref_pool.nonrelevant, bpref_pool.relevant)
            end
            order by hits.rank
        ) / any_value(bpref_pool.relevant) as bpref
    from hits
    inner join steps.bpref_pool using (measure, qrels_id, topic_id)
    group by all
)

select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    case measure.name
        when 'GMBpref' then ln(greatest(coalesce(bprefs.bpref, 0), 1e-5))
        else bprefs.bpref
    end as value
from measure
cross join steps.evaluated_topic
left join bprefs
    on measure.measure = bprefs.measure
    and evaluated_topic.run_id = bprefs.run_id
    and evaluated_topic.qrels_id = bprefs.qrels_id
    and evaluated_topic.topic_id = bprefs.topic_id
where measure.family = 'bpref'
