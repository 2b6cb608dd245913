-- Whether the incoming judgements are regular: complete, finite, and none given twice. If not, the
-- line reader reads the file again, and names the line.
with

repeated as (
    select 1 as one
    from incoming
    group by topic, subtopic, docno
    having count(*) > 1
)

select
    count(*) > 0
    and bool_and(coalesce(
        topic != '#'
        and subtopic is not null
        and docno is not null
        and isfinite(grade),
        false
    ))
    and not exists (select repeated.one from repeated) as is_regular
from incoming
