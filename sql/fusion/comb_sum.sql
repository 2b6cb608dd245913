-- CombSUM: the sum of the scores (Fox and Shaw 1993).
select
    topic_id,
    document_id,
    sum(score order by position) as score
from fusion_norm
group by topic_id, document_id
