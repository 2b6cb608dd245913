-- For each document of a group that compares all with all: the lower levels, and what is above.
with

levels as (
    select distinct
        qrels_id,
        topic_id,
        judgement_group,
        level
    from steps.preference
),

counted as (
    select
        levelled_document.* exclude (number, is_last),
        levels.level as lower_level,
        levels.level = preference_group.last_level as is_last,
        (levelled_document.level = levels.level)::integer as is_there,
        sum(is_there) over within_level as documents,
        sum(is_there) filter (levelled_document.is_retrieved) over within_level as retrieved,
        sum(is_there) over (within_level order by levelled_document.place) as above
    from steps.levelled_document
    inner join steps.preference_group using (qrels_id, topic_id, judgement_group)
    inner join levels using (qrels_id, topic_id, judgement_group)
    where not preference_group.is_partial
    window
        within_level as (
            partition by
                levelled_document.run_id,
                levelled_document.qrels_id,
                levelled_document.topic_id,
                levelled_document.judgement_group,
                levels.level
        )
)

select
    run_id,
    qrels_id,
    topic_id,
    judgement_group,
    is_retrieved,
    is_last,
    documents,
    coalesce(retrieved, 0) as retrieved,
    above
from counted
where level > lower_level
