-- The ranked documents of some runs that are judged for any topic, list by list, numbered from 0.
with

lists as (
    select
        run_id,
        topic,
        (row_number() over (order by run_id, topic) - 1)::integer as list
    from retrieved
    where run_id in $run_ids
),

-- Not by way of `ranking`: DuckDB unfolds lists that nobody reads as well.
unfolded as (
    select
        run_id,
        topic,
        above,
        generate_subscripts(document_ids, 1) as place,
        unnest(document_ids) as document_id
    from retrieved_stretch
    where run_id in $run_ids
)

select
    lists.list,
    (unfolded.above + unfolded.place)::integer as rank,
    unfolded.document_id
from unfolded
inner join lists using (run_id, topic)
where
    unfolded.document_id in (
        select judgement.document_id
        from judgement
        where judgement.qrels_id = $qrels_id
    )
order by lists.list, rank
