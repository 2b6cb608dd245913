-- Inverse square rank: the sum of 1 / rank², times the runs that have the document (Mourão,
-- Martins and Magalhães 2015).
select
    topic_id,
    document_id,
    sum(1 / (rank * rank) order by position) * count(*) as score
from fusion_norm
group by topic_id, document_id
