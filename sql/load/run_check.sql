-- What is to be known of each incoming run before it is stored. A run with an irregular value, or
-- with two lines that seem to rank one document for one topic (equal hashes), is read again by the
-- line reader, which names the line.
with

repeated as (
    select any_value(run_id) as run_id
    from incoming
    group by hash(run_id, topic, docno)
    having count(*) > 1
)

select
    incoming.run_id,
    count(*) as documents,
    min(incoming.tag) as first_tag,
    max(incoming.tag) as last_tag,
    bool_and(coalesce(
        incoming.topic != '#'
        and incoming.docno is not null
        and incoming.tag is not null
        and isfinite(incoming.score)
        and incoming.rank = trunc(incoming.rank)
        and abs(incoming.rank) < 9007199254740992,
        false
    )) as is_regular,
    incoming.run_id in (select repeated.run_id from repeated) as has_repeats
from incoming
group by incoming.run_id
