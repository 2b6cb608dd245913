-- The ranked documents that have a judgement, of some runs under some sets of judgements.
select
    graded_document.qrels_id,
    ranking.run_id,
    ranking.topic_id,
    ranking.rank,
    case
        when graded_document.grade >= 0
            then row_number() over (
                partition by
                    graded_document.qrels_id,
                    ranking.run_id,
                    ranking.topic_id,
                    graded_document.grade >= 0
                order by ranking.rank
            )
    end::integer as judged_rank,
    ranking.document_id,
    graded_document.grade
from ranking
inner join steps.graded_document using (topic_id, document_id)
where
    ranking.run_id between $first_run_id and $last_run_id
    and graded_document.qrels_id between $first_qrels_id and $last_qrels_id
