-- How many subtopics of a topic have a document that is relevant to a measure.
select
    measure.measure,
    judgement.qrels_id,
    judgement.topic_id,
    count(distinct judgement.subtopic) as subtopics
from measure
inner join judgement on measure.rel <= judgement.grade
where measure.family in ('novelty', 'average_precision_ia', 'precision_ia', 'subtopic_recall')
group by all
