-- The judgements of each group of assessors as levels: higher levels are preferred.
select
    judgement.qrels_id,
    judgement.topic_id,
    judgement.subtopic as judgement_group,
    judgement.subgroup,
    judgement.document_id,
    judgement.grade as level
from judgement
where exists (
    select 1
    from measure
    where measure.family in ('preference_ratio', 'preference_pair', 'preference_balance')
)
