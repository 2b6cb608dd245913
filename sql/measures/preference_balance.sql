-- PrefBalanced: preferences fulfilled in each group, with as many non-relevant as relevant.
with

added as (
    select
        *,
        -- Missing documents count as retrieved last. The included ones of the last level are also
        -- compared with that level itself, as in trec_eval.
        case
            when lacking >= 0 then relevant * lacking
            when is_partial then 0
            else last_level * included
        end as possible,
        case
            when lacking >= 0 then relevant_retrieved * lacking
            when is_partial then 0
            when included <= last_level_retrieved then included * (included - 1) // 2
            else last_level_retrieved * (2 * included - last_level_retrieved - 1) // 2
        end as fulfilled
    from steps.preference_balance_need
),

ratios as (
    select
        added.measure,
        added.run_id,
        added.qrels_id,
        added.topic_id,
        added.judgement_group,
        added.fulfilled + coalesce(balanced_preference.fulfilled, 0) as fulfilled,
        added.possible + coalesce(balanced_preference.possible, 0) as possible
    from added
    left join steps.balanced_preference using (measure, run_id, qrels_id, topic_id, judgement_group)
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    case
        when min(possible) = 0 then 0
        else sum(fulfilled / nullif(possible, 0) order by judgement_group) / count(*)
    end as value
from ratios
group by
    measure,
    run_id,
    qrels_id,
    topic_id
