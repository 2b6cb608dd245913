-- RR: one over the rank of the first relevant document.
select
    measure,
    run_id,
    qrels_id,
    topic,
    1 / ranks[1] as value
from relevant_list
where family = 'reciprocal_rank'
