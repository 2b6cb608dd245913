-- The documents of each group as a run has them; those of its last level are numbered.
with

levels as (
    select
        qrels_id,
        topic_id,
        judgement_group,
        document_id,
        max(level) as level
    from steps.preference
    group by all
)

select
    preference_place.run_id,
    levels.qrels_id,
    levels.topic_id,
    levels.judgement_group,
    preference_group.is_partial,
    levels.document_id,
    levels.level,
    levels.level = preference_group.last_level as is_last,
    preference_place.place,
    preference_place.is_retrieved,
    row_number() over (
        partition by
            preference_place.run_id,
            levels.qrels_id,
            levels.topic_id,
            levels.judgement_group,
            levels.level
        order by preference_place.place
    ) as number
from levels
inner join steps.preference_group using (qrels_id, topic_id, judgement_group)
inner join steps.preference_place using (qrels_id, topic_id, document_id)
