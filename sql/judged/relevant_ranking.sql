-- The relevant documents that a measure looks at, numbered in rank order.
select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    unnest(ranks) as rank,
    unnest(range(1, len(ranks) + 1)) as hit
from relevant_list
