-- The judged documents of a set of judgements, each with its highest grade; topics by number.
with

topics as (
    select
        topic,
        row_number() over (order by topic) - 1 as topic_number
    from grade_count
    where qrels_id = $qrels_id
    group by topic
)

select
    topics.topic_number,
    judgement.document_id,
    max(judgement.grade) as grade
from judgement
inner join topics using (topic)
where judgement.qrels_id = $qrels_id
group by all
