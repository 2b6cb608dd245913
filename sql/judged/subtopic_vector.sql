-- Which subtopics each relevant document covers: a list with 1 or 0 for each of the topic's.
with

topics as (
    select
        rel,
        qrels_id,
        topic,
        list(subtopic order by len(subtopic), subtopic) as subtopics
    from relevant_subtopic
    group by all
),

documents as (
    select
        subtopic_level.rel,
        judgement.qrels_id,
        judgement.topic,
        judgement.document_id,
        list(judgement.subtopic) as covered
    from subtopic_level
    inner join judgement on subtopic_level.rel <= judgement.grade
    group by all
)

select
    rel,
    qrels_id,
    topic,
    documents.document_id,
    [list_contains(documents.covered, one)::double for one in topics.subtopics] as vector
from documents
inner join topics using (rel, qrels_id, topic)
