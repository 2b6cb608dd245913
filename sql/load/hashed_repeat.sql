-- The incoming runs that seem to rank a document twice for a topic: two of their lines have the
-- same hash.
select run_id
from incoming
group by run_id
having count(distinct hash(topic, docno)) < count(*)
