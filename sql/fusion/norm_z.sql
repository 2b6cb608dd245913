-- Scores with mean 0 and variance 1 in each ranking; 0 where all scores are equal.
select
    position,
    topic_id,
    document_id,
    rank,
    (score - avg(score) over ranking_of_topic)
    / greatest(stddev_pop(score) over ranking_of_topic, 1e-9) as score
from fusion_input
window ranking_of_topic as (partition by position, topic_id)
