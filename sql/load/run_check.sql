-- What is to be known of each incoming run before it is stored. A run with an irregular value, or
-- with scores on some lines only, is read again by the line reader, which names the line.
select
    run_id,
    count(*) as documents,
    count(score) as scores,
    bool_or(has_other_tag) as has_other_tag,
    bool_and(coalesce(
        topic != '#'
        and docno is not null
        and isfinite(coalesce(score, 0))
        and rank = trunc(rank)
        and abs(rank) < 9007199254740992,
        false
    )) as is_regular
from incoming
group by run_id
