-- What balances each group: how many non-relevant documents are kept, and what is added instead.
with

scoped as (
    select
        measure.measure,
        preference_group_size.*,
        measure.option['scope'] = 'retrieved' as is_retrieved_only,
        if(is_retrieved_only, relevant_retrieved, relevant) as wanted,
        if(is_retrieved_only, nonrelevant_retrieved, nonrelevant) as found,
        if(is_retrieved_only, last_level_retrieved, last_level) as last_level_seen
    from measure
    cross join preference_group_size
    where measure.family = 'preference_balance'
),

kept as (
    select
        *,
        case
            when wanted >= found then 2147483647
            when is_partial then relevant
            else least(wanted, last_level_seen)
        end as kept
    from scoped
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    judgement_group,
    is_retrieved_only,
    kept,
    case
        when wanted >= found then relevant_retrieved * (wanted - found)
        when is_partial then 0
        -- The kept documents are also compared with their own level, as in trec_eval.
        when kept <= last_level_retrieved then kept * (kept - 1) // 2
        else
            last_level_retrieved * (last_level_retrieved + 1) // 2
            + (kept - 1 - last_level_retrieved) * last_level_retrieved
    end as added_fulfilled,
    case
        when wanted >= found then relevant * (wanted - found)
        when is_partial then 0
        else last_level_seen * kept
    end as added_possible
from kept
