-- The incoming lines in the order of their run's rank rule. trec_eval: score as a 32-bit float (out
-- of its range infinite, as in C), then name, both descending; trec_eval10: score as a double;
-- rank: the rank column of the file.
with

keyed as (
    select
        line.run_id,
        line.topic_id,
        line.document_id,
        line.name,
        line.score + 0.0 as score,
        line.rank::bigint as file_rank,
        case run.rank_rule
            when 'trec_eval'
                then coalesce(
                    try_cast(line.score as float),
                    case when line.score > 0 then 'infinity' else '-infinity' end::float
                )
            when 'trec_eval10' then line.score
            else -line.rank
        end as sort_key
    from line
    inner join run using (run_id)
),

ranked as (
    select
        run_id,
        topic_id,
        row_number() over best_first as rank,
        document_id,
        score,
        file_rank,
        coalesce(sort_key = lag(sort_key) over best_first, false) as is_tied,
        coalesce(file_rank < lag(file_rank) over best_first, false) as is_above
    from keyed
    window best_first as (
        partition by run_id, topic_id
        order by sort_key desc, name desc
    )
)

select
    run_id,
    topic_id,
    rank::integer as rank,
    document_id,
    score,
    file_rank,
    is_tied,
    is_above and not is_tied as is_out_of_order
from ranked
