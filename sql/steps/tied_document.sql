-- The judged documents of each ranking, with the documents of equal score: the first rank and the
-- number of them. A document that is not tied is alone.
select
    judged_ranking.run_id,
    judged_ranking.qrels_id,
    judged_ranking.topic_id,
    judged_ranking.rank,
    judged_ranking.document_id,
    judged_ranking.grade,
    coalesce(tied_place.first_rank, judged_ranking.rank)::bigint as first_rank,
    1 + coalesce(tied_place.last_rank - tied_place.first_rank, 0)::bigint as documents
from judged_ranking
left join steps.tied_place
    on judged_ranking.run_id = tied_place.run_id
    and judged_ranking.topic_id = tied_place.topic_id
    and judged_ranking.rank between tied_place.first_rank and tied_place.last_rank
