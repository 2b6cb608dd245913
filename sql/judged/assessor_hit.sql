-- What each group of assessors alone takes for relevant, numbered in rank order.
select
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    judgement.subtopic,
    examined.rank,
    row_number() over (
        partition by
            examined.measure,
            examined.run_id,
            examined.qrels_id,
            examined.topic,
            judgement.subtopic
        order by examined.rank
    ) as hit
from examined
inner join measure using (measure)
inner join judgement using (qrels_id, topic, document_id)
where
    examined.family = 'assessor_average'
    and measure.rel <= judgement.grade
