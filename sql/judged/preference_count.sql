-- How many preferences each group has on a topic, and how many of them a run fulfils.
with

counted as (
    select
        run_id,
        qrels_id,
        topic,
        judgement_group,
        sum(documents) as stated,
        sum(if(is_retrieved, documents, retrieved)) as implied,
        sum(if(is_retrieved, retrieved, 0)) as retrieved,
        sum(if(is_retrieved, documents - above, 0)) as fulfilled,
        sum(if(is_retrieved, retrieved - above, 0)) as fulfilled_retrieved
    from lower_level
    group by all
    union all
    select
        run_id,
        qrels_id,
        topic,
        judgement_group,
        count(*) as stated,
        count(*) filter (has_better or has_worse) as implied,
        count(*) filter (has_better and has_worse) as retrieved,
        count(*) filter (is_fulfilled) as fulfilled,
        count(*) filter (is_fulfilled and has_worse) as fulfilled_retrieved
    from placed_preference
    where is_partial
    group by all
)

select
    evaluated_topic.run_id,
    preference_group.qrels_id,
    preference_group.topic,
    preference_group.judgement_group,
    preference_group.groups,
    coalesce(counted.stated, 0) as stated,
    coalesce(counted.implied, 0) as implied,
    coalesce(counted.retrieved, 0) as retrieved,
    coalesce(counted.fulfilled, 0) as fulfilled,
    coalesce(counted.fulfilled_retrieved, 0) as fulfilled_retrieved
from evaluated_topic
inner join preference_group using (qrels_id, topic)
left join counted using (run_id, qrels_id, topic, judgement_group)
