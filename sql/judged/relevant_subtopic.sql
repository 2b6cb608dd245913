-- The subtopics with a relevant document, and how many each has; a subtopic without one is none.
select
    measure.measure,
    measure.family,
    judgement.qrels_id,
    judgement.topic,
    judgement.subtopic,
    count(*) as relevant
from measure
inner join judgement on measure.rel <= judgement.grade
group by all
