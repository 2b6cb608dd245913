-- How many preferences of each group a measure counts, and how many of them a run fulfils.
with

counted as (
    select
        run_id,
        qrels_id,
        topic_id,
        judgement_group,
        sum(documents) as stated,
        sum(case when is_retrieved then documents else retrieved end) as implied,
        sum(case when is_retrieved then retrieved else 0 end) as retrieved,
        sum(case when is_retrieved then documents - above else 0 end) as fulfilled,
        sum(case when is_retrieved then retrieved - above else 0 end) as fulfilled_retrieved
    from steps.lower_level
    group by all
    union all
    select
        run_id,
        qrels_id,
        topic_id,
        judgement_group,
        count(*) as stated,
        count(*) filter (has_better or has_worse) as implied,
        count(*) filter (has_better and has_worse) as retrieved,
        count(*) filter (is_fulfilled) as fulfilled,
        count(*) filter (is_fulfilled and has_worse) as fulfilled_retrieved
    from steps.placed_preference
    where is_partial
    group by all
)

select
    measure.measure,
    measure.family,
    measure.name,
    evaluated_topic.run_id,
    preference_group.qrels_id,
    preference_group.topic_id,
    preference_group.judgement_group,
    preference_group.groups,
    coalesce(case measure.option['scope']
        when 'retrieved' then counted.fulfilled_retrieved
        else counted.fulfilled
    end, 0) as fulfilled,
    coalesce(case measure.option['scope']
        when 'retrieved' then counted.retrieved
        when 'implied' then counted.implied
        else counted.stated
    end, 0) as possible
from measure
cross join steps.evaluated_topic
inner join steps.preference_group using (qrels_id, topic_id)
left join counted using (run_id, qrels_id, topic_id, judgement_group)
where measure.family in ('preference_ratio', 'preference_pair')
