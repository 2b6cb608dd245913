-- The incoming lines in the order of their run's rank rule. trec_eval: score as a 32-bit float (out
-- of its range infinite, as in C), then docno, both descending; trec_eval10: score as a double;
-- rank: the rank column of the file. A document without a number, where rankings are not stored,
-- is 0.
with

keyed as (
    select
        incoming.run_id,
        topic.topic_id,
        incoming.docno,
        incoming.score + 0.0 as score,
        incoming.rank::bigint as file_rank,
        case run.rank_rule
            when 'trec_eval'
                then coalesce(
                    try_cast(incoming.score as float),
                    case when incoming.score > 0 then 'infinity' else '-infinity' end::float
                )
            when 'trec_eval10' then incoming.score
            else -incoming.rank
        end as sort_key
    from incoming
    inner join run using (run_id)
    inner join topic
        on incoming.topic = topic.name
        and run.collection_id = topic.collection_id
),

ranked as (
    select
        *,
        row_number() over best_first as rank,
        coalesce(sort_key = lag(sort_key) over best_first, false) as is_tied
    from keyed
    window best_first as (
        partition by run_id, topic_id
        order by sort_key desc, docno desc
    )
)

select
    ranked.run_id,
    ranked.topic_id,
    ranked.rank::integer as rank,
    coalesce(document.document_id, 0) as document_id,
    ranked.score,
    ranked.file_rank,
    ranked.is_tied
from ranked
left join document
    on ranked.docno = document.docno
    and document.collection_id = $collection_id
