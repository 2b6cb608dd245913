-- Scores as they are.
select
    position,
    topic_id,
    document_id,
    rank,
    score
from fusion_input
