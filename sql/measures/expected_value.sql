-- The exact mean over all orders of tied documents, of the measures that have a formula for it.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    value
from measures.expected_sum
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
