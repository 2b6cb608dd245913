-- How many relevant documents each system alone retrieves.
-- $rel = 1: the lowest relevant grade
-- $depth = 1000: ranks that are looked at
with

found as (
    select
        qrels,
        topic,
        docno,
        min(system) as system
    from ranked_document
    where
        grade >= $rel::double
        and rank <= $depth::integer
    group by qrels, topic, docno
    having count(distinct system) = 1
)

select
    qrels,
    system,
    count(*) as documents,
    count(distinct topic) as topics
from found
group by all
order by qrels asc, documents desc, system asc
