-- The incoming lines in the order of their run's rank rule. trec_eval: score as a 32-bit float (out
-- of its range infinite, as in C), then docno, both descending; trec_eval10: score as a double;
-- rank: the rank column of the file.
with

keyed as (
    select
        incoming.run_id,
        topic.topic_id,
        incoming.docno,
        incoming.score,
        incoming.rank::bigint as file_rank,
        case run.rank_rule
            when 'trec_eval' then coalesce(
                try_cast(incoming.score as float),
                if(incoming.score > 0, 'infinity', '-infinity')::float
            )
            when 'trec_eval10' then incoming.score
            else -incoming.rank
        end as sort_key
    from incoming
    inner join run using (run_id)
    inner join topic
        on incoming.topic = topic.name
        and run.collection_id = topic.collection_id
)

select
    run_id,
    topic_id,
    (row_number() over best_first)::integer as rank,
    docno,
    score + 0.0 as score,
    file_rank,
    coalesce(sort_key = lag(sort_key) over best_first, false) as is_tied,
    coalesce(
        sort_key < lag(sort_key) over best_first
        and file_rank < lag(file_rank) over best_first,
        false
    ) as is_disordered
from keyed
window best_first as (
    partition by run_id, topic_id
    order by sort_key desc, docno desc
)
