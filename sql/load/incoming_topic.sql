-- The topics of each incoming run, with their number of documents.
select
    run_id,
    topic,
    count(*) as documents
from incoming
group by all
