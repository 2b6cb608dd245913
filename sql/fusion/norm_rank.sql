-- Ranks as scores: 1 for the first document, 1/n for the last of n.
select
    position,
    topic_id,
    document_id,
    rank,
    1 - (rank - 1) / count(*) over ranking_of_topic as score
from fusion_input
window ranking_of_topic as (partition by position, topic_id)
