-- For each measure that balances a group: how many of its last level are included, or are lacking.
with

sizes as (
    select
        measure.measure,
        measure.option['scope'] = 'retrieved' as is_retrieved_only,
        levelled_document.run_id,
        levelled_document.qrels_id,
        levelled_document.topic_id,
        levelled_document.judgement_group,
        levelled_document.is_partial,
        count(*) filter (level > 0) as relevant,
        count(*) filter (level > 0 and is_retrieved) as relevant_retrieved,
        count(*) filter (level <= 0) as nonrelevant,
        count(*) filter (level <= 0 and is_retrieved) as nonrelevant_retrieved,
        count(*) filter (is_last) as last_level,
        count(*) filter (is_last and is_retrieved) as last_level_retrieved
    from measure
    cross join steps.levelled_document
    where measure.family = 'preference_balance'
    group by all
),

scoped as (
    select
        * replace (case
            when is_retrieved_only then last_level_retrieved
            else last_level
        end as last_level),
        case when is_retrieved_only then relevant_retrieved else relevant end as wanted,
        wanted - case
            when is_retrieved_only then nonrelevant_retrieved
            else nonrelevant
        end as lacking
    from sizes
)

select
    measure,
    is_retrieved_only,
    run_id,
    qrels_id,
    topic_id,
    judgement_group,
    is_partial,
    relevant,
    relevant_retrieved,
    last_level,
    last_level_retrieved,
    lacking,
    case
        when lacking >= 0 then 2147483647
        when is_partial then relevant
        else least(wanted, last_level)
    end as included
from scoped
