-- The incoming rows in the order of their keys; ties are put in order afterwards.
with

keyed as (
    select
        incoming_topic.list_number,
        document.document_id,
        incoming.score,
        incoming.file_rank::bigint as file_rank,
        -- Out of a float's range a C compiler gives infinity, and so does trec_eval.
        case incoming_topic.rank_rule
            when 'trec_eval'
                then coalesce(
                    try_cast(incoming.score as float)::double,
                    'inf'::double * sign(incoming.score)
                )
            when 'trec_eval10' then incoming.score
            else -incoming.file_rank
        end as key
    from incoming
    inner join incoming_topic using (file, topic)
    inner join document on incoming.docno = document.docno
    where document.collection_id = $collection_id
)

select
    list_number,
    document_id,
    score,
    file_rank,
    key,
    row_number() over ranks as rank,
    coalesce(key = lag(key) over ranks, false) as is_tied,
    coalesce(
        key < lag(key) over ranks and file_rank < lag(file_rank) over ranks,
        false
    ) as is_disordered
from keyed
window ranks as (
    partition by list_number
    order by key desc
)
