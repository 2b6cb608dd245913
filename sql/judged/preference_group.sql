-- The documents of each group as a run has them; those of its last level are numbered.
with

levels as (
    select
        qrels_id,
        topic,
        judgement_group,
        document_id,
        max(level) as level
    from preference
    group by all
),

last_levels as (
    select
        qrels_id,
        topic,
        judgement_group,
        min(level) as level
    from levels
    group by all
)

select
    preference_place.run_id,
    levels.qrels_id,
    levels.topic,
    levels.judgement_group,
    levels.document_id,
    preference_place.is_retrieved,
    levels.level > 0 as is_relevant,
    case
        when levels.level = last_levels.level then row_number() over (
            partition by
                preference_place.run_id,
                levels.qrels_id,
                levels.topic,
                levels.judgement_group,
                levels.level
            order by preference_place.place
        )
    end as last_number
from levels
inner join last_levels using (qrels_id, topic, judgement_group)
inner join preference_place using (qrels_id, topic, document_id)
