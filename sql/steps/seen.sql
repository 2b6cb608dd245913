-- The judged documents of each ranking, at the rank where a measure sees them: by rank, and for
-- measures that skip unjudged documents (judged_only) by rank among the judged ones.
select
    false as judged_only,
    run_id,
    qrels_id,
    topic_id,
    rank,
    document_id,
    grade
from judged_ranking
union all
select
    true as judged_only,
    run_id,
    qrels_id,
    topic_id,
    judged_rank as rank,
    document_id,
    grade
from judged_ranking
where judged_rank is not null
