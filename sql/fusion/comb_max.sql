-- CombMAX: the highest score (Fox and Shaw 1993).
select
    topic_id,
    document_id,
    max(score) as score
from fusion_norm
group by topic_id, document_id
