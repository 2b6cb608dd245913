-- The subtopics with a relevant document, and how many each has; a subtopic without one is none.
select
    subtopic_level.rel,
    judgement.qrels_id,
    judgement.topic,
    judgement.subtopic,
    count(*) as relevant
from subtopic_level
inner join judgement on subtopic_level.rel <= judgement.grade
group by all
