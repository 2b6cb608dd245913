-- The judged documents of each ranking, as measures see them that skip the unjudged ones.
with

skipping as (
    select distinct judged_only
    from measure
    where judged_only
)

select
    skipping.judged_only,
    counted_list.run_id,
    counted_list.qrels_id,
    counted_list.topic,
    list_filter(counted_list.judged_ranks, lambda rank: rank is not null) as ranks,
    list_filter(counted_list.grades, lambda grade: grade >= 0) as grades
from skipping
cross join counted_list
