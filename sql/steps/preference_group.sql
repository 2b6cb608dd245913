-- The groups of assessors that judged a topic: partial ones compare documents in several subgroups.
select
    qrels_id,
    topic_id,
    judgement_group,
    count(distinct subgroup) > 1 as is_partial,
    min(level) as last_level,
    count(*) over (partition by qrels_id, topic_id) as groups
from steps.preference
group by
    qrels_id,
    topic_id,
    judgement_group
