-- Scores that came back from a lake, with the numbers of a store.
select
    measure as name,
    run_id,
    $qrels_id as qrels_id,
    topic_id,
    value
from numbered_row
