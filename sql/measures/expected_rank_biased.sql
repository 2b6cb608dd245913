-- The mean of RBP and of RBPResidual over all orders of tied documents: each document gives its
-- gain at every rank of its tie, with equal probability.
with

gains as (
    select
        graded_gain.measure,
        tied_rank.run_id,
        tied_rank.qrels_id,
        tied_rank.topic_id,
        (1 - any_value(measure.parameter['p'])) * sum(
            graded_gain.gain * tied_rank.probability
            * measure.parameter['p'] ** (tied_rank.rank - 1)
            order by tied_rank.rank, tied_rank.grade
        ) as value
    from measure
    inner join steps.graded_gain using (measure)
    inner join steps.tied_rank
        on graded_gain.qrels_id = tied_rank.qrels_id
        and graded_gain.topic_id = tied_rank.topic_id
        and graded_gain.grade = tied_rank.grade
    where
        measure.family = 'rank_biased_precision'
        and not measure.judged_only
        and tied_rank.rank <= coalesce(measure.cutoff, 2147483647)
    group by all
),

known as (
    select
        measure.measure,
        tied_rank.run_id,
        tied_rank.qrels_id,
        tied_rank.topic_id,
        round(sum(tied_rank.probability)) as judged,
        (1 - any_value(measure.parameter['p'])) * sum(
            tied_rank.probability * measure.parameter['p'] ** (tied_rank.rank - 1)
            order by tied_rank.rank, tied_rank.grade
        ) as weight
    from measure
    cross join steps.tied_rank
    where measure.family = 'rank_biased_residual' and tied_rank.grade >= 0
    group by all
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from gains
union all
select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic_id,
    case
        when measure.option['tail'] = 'unjudged' and known.judged = evaluated_topic.documents then 0
        else 1 - coalesce(known.weight, 0)
    end as value
from measure
cross join steps.evaluated_topic
left join known
    on measure.measure = known.measure
    and evaluated_topic.run_id = known.run_id
    and evaluated_topic.qrels_id = known.qrels_id
    and evaluated_topic.topic_id = known.topic_id
where measure.family = 'rank_biased_residual' and evaluated_topic.is_retrieved
