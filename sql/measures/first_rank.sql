-- FirstRank: the rank of the first relevant document; where none is seen, one beyond the cutoff,
-- or beyond the last document, which counts as rank 1000 at least.
with

first_hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        min(rank) as rank
    from steps.hit
    where family = 'first_rank'
    group by all
)

select
    measure.measure,
    retrieved_count.run_id,
    retrieved_count.qrels_id,
    retrieved_count.topic_id,
    coalesce(
        first_hits.rank,
        coalesce(measure.cutoff, greatest(retrieved_count.documents, 1000)) + 1
    ) as value
from steps.retrieved_count
inner join measure using (measure)
left join first_hits using (measure, run_id, qrels_id, topic_id)
where retrieved_count.family = 'first_rank'
