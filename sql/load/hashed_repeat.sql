-- A row if some incoming run seems to rank a document twice for a topic: two of all lines have the
-- same hash. Hashes are sorted, not grouped, which takes half the time.
with

hashed as (
    select hash(run_id, topic, docno) as line_hash
    from incoming
),

neighbours as (
    select line_hash = lag(line_hash) over (order by line_hash) as is_repeated
    from hashed
)

select is_repeated
from neighbours
where is_repeated
limit 1
