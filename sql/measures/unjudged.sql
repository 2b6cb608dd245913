-- Unjudged@k: the share of the first k ranks that hold an unjudged document.
with

known as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        count(*) as judged
    from examined
    where family = 'unjudged' and grade >= 0
    group by all
)

select
    measure.measure,
    retrieved_count.run_id,
    retrieved_count.qrels_id,
    retrieved_count.topic,
    (retrieved_count.documents - coalesce(known.judged, 0)) / measure.cutoff as value
from retrieved_count
inner join measure using (measure)
left join known using (measure, run_id, qrels_id, topic)
where measure.family = 'unjudged'
