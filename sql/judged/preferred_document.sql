-- Which document a group prefers to which; across its subgroups, preferences carry over.
with recursive

stated as (
    select
        higher.qrels_id,
        higher.topic,
        higher.judgement_group,
        preference_group.is_partial,
        preference_group.groups,
        higher.document_id as better,
        lower.document_id as worse
    from preference_group
    inner join preference as higher using (qrels_id, topic, judgement_group)
    inner join preference as lower
        on higher.qrels_id = lower.qrels_id
        and higher.topic = lower.topic
        and higher.judgement_group = lower.judgement_group
        and higher.subgroup = lower.subgroup
        and higher.level > lower.level
),

carried as (
    select *
    from stated
    where is_partial
    union
    select carried.* replace (stated.worse as worse)
    from carried
    inner join stated
        on carried.qrels_id = stated.qrels_id
        and carried.topic = stated.topic
        and carried.judgement_group = stated.judgement_group
        and carried.worse = stated.better
)

select *
from stated
where not is_partial
union all
select *
from carried
where better != worse
