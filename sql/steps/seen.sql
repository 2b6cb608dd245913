-- The judged documents of each ranking, at the rank where a measure sees them: by rank, and for
-- measures that skip unjudged documents (judged_only), if there are any, by rank among the judged.
with

skipping as (
    select distinct judged_only
    from measure
    where judged_only
)

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
    skipping.judged_only,
    judged_ranking.run_id,
    judged_ranking.qrels_id,
    judged_ranking.topic_id,
    judged_ranking.judged_rank as rank,
    judged_ranking.document_id,
    judged_ranking.grade
from skipping
cross join judged_ranking
where judged_ranking.judged_rank is not null
