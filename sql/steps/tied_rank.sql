-- The ranks that a judged document may have: with tied scores every rank of the tie, each with the
-- same probability.
select
    judged_ranking.run_id,
    judged_ranking.qrels_id,
    judged_ranking.topic_id,
    judged_ranking.document_id,
    judged_ranking.grade,
    coalesce(1 / (1 + tied_place.last_rank - tied_place.first_rank), 1) as probability,
    unnest(range(
        coalesce(tied_place.first_rank, judged_ranking.rank)::bigint,
        coalesce(tied_place.last_rank, judged_ranking.rank)::bigint + 1
    )) as rank
from judged_ranking
left join steps.tied_place
    on judged_ranking.run_id = tied_place.run_id
    and judged_ranking.topic_id = tied_place.topic_id
    and judged_ranking.rank between tied_place.first_rank and tied_place.last_rank
