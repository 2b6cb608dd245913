-- RR: one over the rank of the first relevant document.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    1 / min(rank) as value
from steps.hit
where family = 'reciprocal_rank'
group by all
