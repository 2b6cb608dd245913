-- The remaining preferences of each group when only so many of its last level are included.
with

scoped as (
    select
        need.measure,
        need.run_id,
        need.qrels_id,
        need.topic_id,
        need.judgement_group,
        lower_level.is_retrieved,
        lower_level.above,
        case when lower_level.is_last then need.included else 2147483647 end as cap,
        case
            when need.is_retrieved_only then lower_level.retrieved
            else lower_level.documents
        end as documents
    from steps.preference_balance_need as need
    inner join steps.lower_level using (run_id, qrels_id, topic_id, judgement_group)
    where lower_level.is_retrieved or not need.is_retrieved_only
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    judgement_group,
    sum(least(documents, cap)) as possible,
    sum(case
        when is_retrieved then least(documents, cap) - least(above, cap)
        else 0
    end) as fulfilled
from scoped
group by all
union all
select
    need.measure,
    need.run_id,
    need.qrels_id,
    need.topic_id,
    need.judgement_group,
    count(*) as possible,
    count(*) filter (placed_preference.is_fulfilled) as fulfilled
from steps.preference_balance_need as need
inner join steps.placed_preference using (run_id, qrels_id, topic_id, judgement_group)
inner join steps.levelled_document as better
    on need.run_id = better.run_id
    and need.qrels_id = better.qrels_id
    and need.topic_id = better.topic_id
    and need.judgement_group = better.judgement_group
    and placed_preference.better = better.document_id
inner join steps.levelled_document as worse
    on need.run_id = worse.run_id
    and need.qrels_id = worse.qrels_id
    and need.topic_id = worse.topic_id
    and need.judgement_group = worse.judgement_group
    and placed_preference.worse = worse.document_id
where
    need.is_partial
    and placed_preference.is_partial
    and (not need.is_retrieved_only or (better.is_retrieved and worse.is_retrieved))
    and (not better.is_last or better.number <= need.included)
    and (not worse.is_last or worse.number <= need.included)
group by all
