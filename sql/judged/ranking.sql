-- The ranked documents of every run.
with

unfolded as (
    select
        run_id,
        topic,
        above,
        generate_subscripts(document_ids, 1) as place,
        unnest(document_ids) as document_id,
        unnest(scores) as score,
        unnest(file_ranks) as file_rank,
        unnest(are_tied) as is_tied
    from retrieved_stretch
)

select
    run_id,
    topic,
    (above + place)::integer as rank,
    document_id,
    score,
    coalesce(file_rank, above + place) as file_rank,
    coalesce(is_tied, false) as is_tied
from unfolded
