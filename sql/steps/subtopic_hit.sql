-- The relevant documents that a measure considers, once for each subtopic, numbered in rank order.
select
    measure.measure,
    measure.family,
    seen.run_id,
    seen.qrels_id,
    seen.topic_id,
    judgement.subtopic,
    seen.rank,
    row_number() over (
        partition by
            measure.measure,
            seen.run_id,
            seen.qrels_id,
            seen.topic_id,
            judgement.subtopic
        order by seen.rank
    ) as hit
from measure
inner join steps.seen
    on measure.judged_only = seen.judged_only
    and measure.rel <= seen.grade
inner join judgement
    on seen.qrels_id = judgement.qrels_id
    and seen.topic_id = judgement.topic_id
    and seen.document_id = judgement.document_id
    and measure.rel <= judgement.grade
where
    measure.family in ('novelty', 'average_precision_ia', 'precision_ia', 'subtopic_recall')
    and seen.rank <= coalesce(measure.cutoff, 2147483647)
