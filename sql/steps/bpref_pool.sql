-- How many judged documents of each topic are relevant, and how many are not, to Bpref.
select
    measure.measure,
    graded_document.qrels_id,
    graded_document.topic_id,
    count(*) filter (graded_document.grade >= measure.rel) as relevant,
    count(*) filter (
        graded_document.grade >= 0 and graded_document.grade < measure.rel
    ) as nonrelevant
from measure
cross join steps.graded_document
where measure.family = 'bpref'
group by all
