-- CombMNZ: the sum of the scores, times the runs that have the document (Fox and Shaw 1993).
select
    topic_id,
    document_id,
    sum(score order by position) * count(*) as score
from fusion_norm
group by topic_id, document_id
