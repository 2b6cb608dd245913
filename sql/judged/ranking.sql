-- The ranked documents of every run.
with

unfolded as (
    select
        retrieved.run_id,
        retrieved.topic,
        retrieved_stretch.above,
        generate_subscripts(retrieved_stretch.document_ids, 1) as place,
        unnest(retrieved_stretch.document_ids) as document_id,
        unnest(retrieved_stretch.scores) as score,
        unnest(retrieved_stretch.file_ranks) as file_rank,
        unnest(retrieved_stretch.are_tied) as is_tied
    from retrieved
    inner join retrieved_stretch using (list_id)
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
