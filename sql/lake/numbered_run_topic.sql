-- The topics that runs answer, from a part of a lake, with the numbers of a store.
select
    run_id,
    topic_id,
    documents
from numbered_row
