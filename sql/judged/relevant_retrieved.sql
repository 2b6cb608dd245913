-- How many of the documents that a measure looks at are relevant.
select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    count(*) as retrieved
from examined
where is_relevant
group by all
