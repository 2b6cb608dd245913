-- CombMIN: the lowest score of the runs that have the document (Fox and Shaw 1993).
select
    topic_id,
    document_id,
    min(score) as score
from fusion_norm
group by topic_id, document_id
