-- How many of the documents that a measure looks at are relevant.
select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    len(ranks) as retrieved
from relevant_list
