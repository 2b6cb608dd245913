-- Reciprocal rank fusion: the sum of 1 / (k + rank) (Cormack, Clarke and Büttcher 2009).
select
    topic_id,
    document_id,
    sum(1 / ($k + rank) order by position) as score
from fusion_norm
group by topic_id, document_id
