-- RR: one over the rank of the first relevant document.
select
    measure,
    run_id,
    qrels_id,
    topic,
    1 / min(rank) as value
from examined
where family = 'reciprocal_rank' and is_relevant
group by all
