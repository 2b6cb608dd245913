-- The ranked rows with ties in order: by document name, downwards.
with

ties as (
    select distinct
        list_number,
        key
    from ranked
    where is_tied
),

reordered as (
    select
        ranked.list_number,
        ranked.document_id,
        ranked.score,
        ranked.file_rank,
        min(ranked.rank) over (
            partition by ranked.list_number, ranked.key
        ) as first_rank,
        row_number() over (
            partition by ranked.list_number, ranked.key
            order by document.docno desc
        ) as place
    from ranked
    inner join ties using (list_number, key)
    inner join document using (document_id)
)

select
    list_number,
    document_id,
    score,
    file_rank,
    rank,
    is_tied
from ranked
anti join ties using (list_number, key)
union all
select
    list_number,
    document_id,
    score,
    file_rank,
    first_rank + place - 1 as rank,
    place > 1 as is_tied
from reordered
