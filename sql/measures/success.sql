-- Success@k: 1 if a relevant document is among the first k, else 0.
select distinct
    measure,
    run_id,
    qrels_id,
    topic_id,
    1 as value
from steps.hit
where family = 'success'
