-- Scores from 0 to 1 in each ranking; 0 where all scores are equal.
select
    position,
    topic_id,
    document_id,
    rank,
    (score - min(score) over ranking_of_topic)
    / greatest(
        max(score) over ranking_of_topic - min(score) over ranking_of_topic,
        1e-9
    ) as score
from fusion_input
window ranking_of_topic as (partition by position, topic_id)
