-- The relevant documents that a measure looks at, once for each subtopic, numbered in rank order.
select
    examined.measure,
    examined.family,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    examined.rank,
    judgement.subtopic,
    row_number() over (
        partition by
            examined.measure,
            examined.family,
            examined.run_id,
            examined.qrels_id,
            examined.topic,
            judgement.subtopic
        order by examined.rank
    ) as hit
from examined
inner join measure using (measure)
inner join judgement
    on examined.qrels_id = judgement.qrels_id
    and examined.topic = judgement.topic
    and examined.document_id = judgement.document_id
    and measure.rel <= judgement.grade
where examined.is_relevant
