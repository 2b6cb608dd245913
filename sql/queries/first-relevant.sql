-- The rank of a run's first relevant document on every topic.
-- $run: the system
-- $rel = 1: the lowest relevant grade
select
    qrels,
    topic,
    min(rank) filter (grade >= $rel::double) as first_relevant,
    count(*) filter (grade >= $rel::double) as relevant_retrieved
from ranked_document
where system = $run
group by all
order by first_relevant desc nulls first, topic asc
