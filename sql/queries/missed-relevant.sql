-- The relevant documents that a run does not retrieve, and how many other systems do.
-- $run: the system
-- $rel = 1: the lowest relevant grade
with

retrieved as (
    select
        collection,
        topic,
        docno,
        count(*) as systems,
        bool_or(system = $run) as by_run
    from ranked
    group by all
)

select
    judged_document.qrels,
    judged_document.topic,
    judged_document.docno,
    judged_document.grade,
    coalesce(retrieved.systems, 0) as systems
from judged_document
left join retrieved using (collection, topic, docno)
where
    judged_document.grade >= $rel::double
    and not coalesce(retrieved.by_run, false)
order by systems desc, judged_document.topic asc, judged_document.docno asc
