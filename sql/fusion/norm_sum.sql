-- Scores above the lowest, as shares of their sum in each ranking.
with

shifted as (
    select
        *,
        score - min(score) over (partition by position, topic_id) as above_lowest
    from fusion_input
)

select
    position,
    topic_id,
    document_id,
    rank,
    above_lowest
    / greatest(sum(above_lowest) over (partition by position, topic_id), 1e-9) as score
from shifted
