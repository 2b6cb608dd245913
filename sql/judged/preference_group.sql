-- The groups of assessors that judged a topic: partial ones compare documents in several subgroups.
select
    qrels_id,
    topic,
    judgement_group,
    count(distinct subgroup) > 1 as is_partial,
    min(level) as last_level,
    count(*) over (partition by qrels_id, topic) as groups
from preference
group by
    qrels_id,
    topic,
    judgement_group
