-- How many documents graded 0 or more a run retrieved for a topic.
select
    run_id,
    qrels_id,
    topic,
    coalesce(list_count(judged_ranks), len(ranks)) as documents
from judged_list
