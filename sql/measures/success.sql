-- Success@k: whether the first k hold a relevant document.
select
    measure,
    run_id,
    qrels_id,
    topic,
    if(retrieved > 0, 1, 0) as value
from relevant_retrieved
where family = 'success'
