-- How many documents of each judged topic are relevant to a measure; no row for a topic with none.
select
    measure.measure,
    graded_document.qrels_id,
    graded_document.topic_id,
    count(*) as relevant
from measure
inner join steps.graded_document on measure.rel <= graded_document.grade
group by all
