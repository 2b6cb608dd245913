-- The judged documents of each ranking, as measures see them: with or without the unjudged ones.
select
    false as judged_only,
    run_id,
    qrels_id,
    topic,
    ranks,
    grades
from judged_list
union all
select
    judged_only,
    run_id,
    qrels_id,
    topic,
    ranks,
    grades
from judged_only_list
