-- The ranked documents of some runs that are judged for any topic, in the order of their lists.
with

unfolded as (
    select
        retrieved.list_id,
        retrieved_stretch.above,
        generate_subscripts(retrieved_stretch.document_ids, 1) as place,
        unnest(retrieved_stretch.document_ids) as document_id
    from retrieved
    inner join retrieved_stretch using (list_id)
    where retrieved.run_id in $run_ids
)

select
    list_id,
    (above + place)::integer as rank,
    document_id
from unfolded
where
    document_id in (
        select judgement.document_id
        from judgement
        where judgement.qrels_id = $qrels_id
    )
order by list_id, rank
