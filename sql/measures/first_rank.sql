-- FirstRank: the rank of the first relevant document.
with

found as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        ranks[1] as rank
    from relevant_list
    where family = 'first_rank'
)

select
    measure.measure,
    retrieved_count.run_id,
    retrieved_count.qrels_id,
    retrieved_count.topic,
    coalesce(
        found.rank,
        coalesce(measure.cutoff, greatest(retrieved_count.documents, 1000)) + 1
    ) as value
from retrieved_count
inner join measure using (measure)
left join found using (measure, run_id, qrels_id, topic)
where measure.family = 'first_rank'
