-- The judged documents of each ranking, as measures see them: with or without the unjudged ones.
select
    false as judged_only,
    run_id,
    qrels_id,
    topic,
    before,
    places,
    grades
from judged_place
union all
select
    judged_only,
    run_id,
    qrels_id,
    topic,
    0 as before,
    ranks as places,
    grades
from judged_only_list
