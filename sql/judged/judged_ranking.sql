-- The ranked documents that have a judgement, one row for each.
select
    run_id,
    qrels_id,
    topic,
    unnest(ranks) as rank,
    unnest(judged_ranks) as judged_rank,
    unnest(document_ids) as document_id,
    unnest(grades) as grade
from counted_list
