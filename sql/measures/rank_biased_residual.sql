-- RBPResidual: how much RBP could rise if all unjudged documents were relevant.
with

known as (
    select
        examined.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic_id,
        count(*) as judged,
        sum(measure.parameter['p'] ** (examined.rank - 1) order by examined.rank) as weight
    from measure
    inner join steps.examined using (measure)
    where measure.family = 'rank_biased_residual' and examined.grade >= 0
    group by
        examined.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic_id
)

select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    case
        when measure.option['tail'] = 'unjudged' and known.judged = evaluated_topic.documents then 0
        else 1 - (1 - measure.parameter['p']) * coalesce(known.weight, 0)
    end as value
from measure
cross join steps.evaluated_topic
left join known
    on measure.measure = known.measure
    and evaluated_topic.run_id = known.run_id
    and evaluated_topic.qrels_id = known.qrels_id
    and evaluated_topic.topic_id = known.topic_id
where measure.family = 'rank_biased_residual' and evaluated_topic.is_retrieved
