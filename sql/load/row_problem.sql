-- What is wrong with the rows of a table file, first row first: a name that is missing, a number
-- that is none, a document that is given twice.
with

numbered as (
    select
        *,
        row_number() over (partition by topic, docno order by row) as repetition
    from file_row
),

described as (
    select
        row,
        case
            when coalesce(topic, '') = '' then 'the topic is missing'
            when coalesce(docno, '') = '' then 'the docno is missing'
            when not coalesce(isfinite(value), false)
                then concat('the ', $value, ' is missing or not a finite number')
            when rank != trunc(rank) or abs(rank) >= 9007199254740992
                then 'the rank is not an integer'
            when $is_run and repetition > 1
                then concat('document ''', docno, ''' is ranked twice for topic ''', topic, '''')
        end as problem
    from numbered
)

select
    row,
    problem,
    count(*) over () as problems
from described
where problem is not null
order by row
limit 10
