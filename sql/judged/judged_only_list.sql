-- The judged documents of each ranking, as measures see them that skip the unjudged ones.
with

skipping as (
    select distinct judged_only
    from measure
    where judged_only
)

select
    skipping.judged_only,
    judged_list.run_id,
    judged_list.qrels_id,
    judged_list.topic,
    list_filter(judged_list.judged_ranks, lambda rank: rank is not null) as ranks,
    list_filter(judged_list.grades, lambda grade: grade >= 0) as grades
from skipping
cross join judged_list
