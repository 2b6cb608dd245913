-- Success@k: whether the first k hold a relevant document.
select
    measure,
    run_id,
    qrels_id,
    topic,
    1 as value
from relevant_retrieved
where family = 'success'
