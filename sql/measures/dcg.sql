-- CG and DCG: what the reader gains down the ranking.
select
    measure,
    run_id,
    qrels_id,
    topic,
    dcg as value
from discounted_gain
where family = 'dcg'
