-- Where rankings and judgements meet: the judged documents of each run.
with

pairs as (
    select
        incoming_pair.run_id,
        incoming_pair.qrels_id
    from incoming_pair
),

graded as (
    select
        judgement.qrels_id,
        judgement.topic,
        judgement.document_id,
        max(judgement.grade) as grade
    from judgement
    where judgement.qrels_id in (select pairs.qrels_id from pairs)
    group by all
),

met as (
    select
        retrieved.run_id,
        graded.qrels_id,
        retrieved.topic,
        retrieved_document.rank,
        retrieved_document.document_id,
        graded.grade
    from retrieved_document
    inner join retrieved using (list_id)
    inner join graded
        on retrieved.topic = graded.topic
        and retrieved_document.document_id = graded.document_id
    inner join pairs
        on retrieved.run_id = pairs.run_id
        and graded.qrels_id = pairs.qrels_id
)

select
    run_id,
    qrels_id,
    topic,
    rank,
    case
        when grade >= 0 then count(*) filter (grade >= 0) over (
            partition by run_id, qrels_id, topic
            order by rank
        )
    end as judged_rank,
    document_id,
    grade
from met
order by qrels_id, run_id, topic, rank
