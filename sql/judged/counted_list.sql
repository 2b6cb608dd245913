-- The judged documents of each ranking, with their positions among those graded 0 or more.
select
    run_id,
    qrels_id,
    topic,
    ranks,
    coalesce(judged_ranks, range(1, len(ranks) + 1)::integer[]) as judged_ranks,
    document_ids,
    grades
from judged_list
