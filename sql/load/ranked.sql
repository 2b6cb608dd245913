-- The incoming rows in rank order, under their run's rank rule.
with

keyed as (
    select
        incoming_file.run_id,
        incoming.topic,
        incoming.docno,
        incoming.score,
        incoming.file_rank,
        case incoming_file.rank_rule
            -- Out of a float's range a C compiler gives infinity, and so does trec_eval.
            when 'trec_eval' then coalesce(
                try_cast(incoming.score as float)::double,
                'inf'::double * sign(incoming.score)
            )
            when 'trec_eval10' then incoming.score
            else -incoming.file_rank
        end as key
    from incoming
    inner join incoming_file using (file)
)

select
    run_id,
    topic,
    docno,
    score,
    file_rank,
    row_number() over ranks as rank,
    coalesce(key = lag(key) over ranks, false) as is_tied,
    coalesce(
        key < lag(key) over ranks and file_rank < lag(file_rank) over ranks,
        false
    ) as is_disordered
from keyed
window ranks as (
    partition by run_id, topic
    order by key desc, docno desc
)
