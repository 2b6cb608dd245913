-- The documents that are fused, to a depth: the runs by their position in the request.
select
    list_position($run_ids, ranking.run_id) as position,
    ranking.topic_id,
    ranking.document_id,
    ranking.rank,
    ranking.score
from ranking
where
    list_contains($run_ids, ranking.run_id)
    and ranking.rank <= $depth
