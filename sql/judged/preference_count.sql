-- How many preferences each group has on a topic, and how many of them a run fulfils.
with

groups as (
    select distinct
        qrels_id,
        topic,
        judgement_group
    from preference
)

select
    evaluated_topic.run_id,
    groups.qrels_id,
    groups.topic,
    groups.judgement_group,
    count(placed_preference.better) as stated,
    count(*) filter (placed_preference.has_better or placed_preference.has_worse) as implied,
    count(*) filter (placed_preference.has_better and placed_preference.has_worse) as retrieved,
    count(*) filter (placed_preference.is_fulfilled) as fulfilled,
    count(*) filter (
        placed_preference.is_fulfilled and placed_preference.has_worse
    ) as fulfilled_retrieved
from evaluated_topic
inner join groups using (qrels_id, topic)
left join placed_preference
    on evaluated_topic.run_id = placed_preference.run_id
    and groups.qrels_id = placed_preference.qrels_id
    and groups.topic = placed_preference.topic
    and groups.judgement_group = placed_preference.judgement_group
group by all
