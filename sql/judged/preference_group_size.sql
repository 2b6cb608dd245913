-- How many documents each group took for relevant and how many not, and what a run has of them.
with

sizes as (
    select
        run_id,
        qrels_id,
        topic,
        judgement_group,
        count(*) filter (is_relevant) as relevant,
        count(*) filter (not is_relevant) as nonrelevant,
        count(*) filter (is_relevant and is_retrieved) as relevant_retrieved,
        count(*) filter (not is_relevant and is_retrieved) as nonrelevant_retrieved,
        count(*) filter (last_number is not null) as last_level,
        count(*) filter (last_number is not null and is_retrieved) as last_level_retrieved
    from preference_group
    group by all
),

subgroups as (
    select
        qrels_id,
        topic,
        judgement_group,
        count(distinct subgroup) > 1 as is_partial
    from preference
    group by all
)

select
    sizes.*,
    subgroups.is_partial
from sizes
inner join subgroups using (qrels_id, topic, judgement_group)
