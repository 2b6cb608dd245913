-- Which document a group prefers to which; across its subgroups, preferences carry over.
with recursive

grouped as (
    select
        qrels_id,
        topic,
        judgement_group,
        count(distinct subgroup) > 1 as is_partial
    from preference
    group by all
),

stated as (
    select
        higher.qrels_id,
        higher.topic,
        higher.judgement_group,
        grouped.is_partial,
        higher.document_id as better,
        lower.document_id as worse
    from preference as higher
    inner join grouped using (qrels_id, topic, judgement_group)
    inner join preference as lower
        on higher.qrels_id = lower.qrels_id
        and higher.topic = lower.topic
        and higher.judgement_group = lower.judgement_group
        and higher.subgroup = lower.subgroup
        and higher.level > lower.level
),

carried as (
    select
        qrels_id,
        topic,
        judgement_group,
        better,
        worse
    from stated
    where is_partial
    union
    select
        carried.qrels_id,
        carried.topic,
        carried.judgement_group,
        carried.better,
        stated.worse
    from carried
    inner join stated
        on carried.qrels_id = stated.qrels_id
        and carried.topic = stated.topic
        and carried.judgement_group = stated.judgement_group
        and carried.worse = stated.better
)

select
    qrels_id,
    topic,
    judgement_group,
    better,
    worse
from stated
where not is_partial
union all
select
    qrels_id,
    topic,
    judgement_group,
    better,
    worse
from carried
where better != worse
