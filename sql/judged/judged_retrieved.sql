-- How many documents graded 0 or more a run retrieved for a topic.
select
    run_id,
    qrels_id,
    topic,
    -- Positions that are none are not made only to be counted: that takes half as long again.
    coalesce(list_count(judged_ranks), len(places)) as documents
from judged_place
