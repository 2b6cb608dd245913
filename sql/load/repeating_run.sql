-- The incoming runs that rank a document twice for a topic. Two lines of one hash are looked for
-- first, by sorting, which takes half the time of grouping; DuckDB's hashes of similar names are
-- sometimes equal, so names are compared where hashes are.
with

hashed as (
    select hash(run_id, topic, docno) as line_hash
    from incoming
),

neighbours as (
    select
        line_hash,
        line_hash = lag(line_hash) over (order by line_hash) as is_repeated
    from hashed
),

collided as (
    select distinct line_hash
    from neighbours
    where is_repeated
),

repeated as (
    select
        incoming.run_id,
        incoming.topic,
        incoming.docno
    from incoming
    semi join collided
        on hash(incoming.run_id, incoming.topic, incoming.docno) = collided.line_hash
    group by all
    having count(*) > 1
)

select distinct run_id
from repeated
