-- PrefBalanced: preferences fulfilled in each group, with as many non-relevant as relevant.
with

counted as (
    select
        balanced_group.measure,
        placed_preference.run_id,
        placed_preference.qrels_id,
        placed_preference.topic,
        placed_preference.judgement_group,
        count(*) as possible,
        count(*) filter (placed_preference.is_fulfilled) as fulfilled
    from balanced_group
    inner join placed_preference using (run_id, qrels_id, topic, judgement_group)
    inner join preference_group as better
        on placed_preference.run_id = better.run_id
        and placed_preference.qrels_id = better.qrels_id
        and placed_preference.topic = better.topic
        and placed_preference.judgement_group = better.judgement_group
        and placed_preference.better = better.document_id
    inner join preference_group as worse
        on placed_preference.run_id = worse.run_id
        and placed_preference.qrels_id = worse.qrels_id
        and placed_preference.topic = worse.topic
        and placed_preference.judgement_group = worse.judgement_group
        and placed_preference.worse = worse.document_id
    where
        (better.last_number is null or better.last_number <= balanced_group.kept)
        and (worse.last_number is null or worse.last_number <= balanced_group.kept)
        and (
            not balanced_group.is_retrieved_only
            or (placed_preference.has_better and placed_preference.has_worse)
        )
    group by all
),

ratios as (
    select
        balanced_group.*,
        coalesce(counted.fulfilled, 0) + balanced_group.added_fulfilled as fulfilled,
        coalesce(counted.possible, 0) + balanced_group.added_possible as possible
    from balanced_group
    left join counted using (measure, run_id, qrels_id, topic, judgement_group)
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case
        when bool_or(possible = 0) then 0
        else sum(fulfilled / nullif(possible, 0) order by judgement_group) / count(*)
    end as value
from ratios
group by
    measure,
    run_id,
    qrels_id,
    topic
