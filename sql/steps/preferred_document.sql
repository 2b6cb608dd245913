-- Pairs of preferred and other document, in topics and groups where levels are not enough.
with recursive

compared as (
    select
        preference.*,
        preference_group.is_partial,
        preference_group.groups
    from steps.preference
    inner join steps.preference_group using (qrels_id, topic_id, judgement_group)
    where preference_group.is_partial or preference_group.groups > 1
),

stated as (
    select
        higher.qrels_id,
        higher.topic_id,
        higher.judgement_group,
        higher.is_partial,
        higher.groups,
        higher.document_id as better,
        lower.document_id as worse
    from compared as higher
    inner join compared as lower
        on higher.qrels_id = lower.qrels_id
        and higher.topic_id = lower.topic_id
        and higher.judgement_group = lower.judgement_group
        and higher.subgroup = lower.subgroup
        and higher.level > lower.level
),

-- Preferences are transitive over the subgroups of one group.
carried as (
    select *
    from stated
    where is_partial
    union
    select carried.* replace (stated.worse as worse)
    from carried
    inner join stated
        on carried.qrels_id = stated.qrels_id
        and carried.topic_id = stated.topic_id
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
