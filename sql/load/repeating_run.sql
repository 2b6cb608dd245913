-- The incoming runs that rank a document twice for a topic. DuckDB's hashes of similar names are
-- sometimes equal, so names are compared where hashes are.
with

collided as (
    select
        run_id,
        hash(topic, docno) as line_hash
    from incoming
    group by all
    having count(*) > 1
),

repeated as (
    select
        incoming.run_id,
        incoming.topic,
        incoming.docno
    from incoming
    semi join collided
        on incoming.run_id = collided.run_id
        and hash(incoming.topic, incoming.docno) = collided.line_hash
    group by all
    having count(*) > 1
)

select distinct run_id
from repeated
