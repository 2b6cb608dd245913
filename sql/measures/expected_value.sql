-- The exact mean over all orders of tied documents, of the measures that have a formula for it.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_gain
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_hits
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_average_precision
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_first_hit
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_rank_biased
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_cascade
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_bpref
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_inferred_ap
union all
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_judged
