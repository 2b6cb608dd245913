-- Every document of a topic's pool, once: its highest grade (negative: not sampled), the stratum of
-- the pool that it is in, and the probability that it was sampled for judging.
select
    qrels_id,
    topic_id,
    document_id,
    max(grade) as grade,
    coalesce(max(stratum), '') as stratum,
    coalesce(max(probability), 1) as probability
from judgement
group by all
