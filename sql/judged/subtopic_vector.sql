-- Which subtopics each relevant document covers: a list with 1 or 0 for each of the topic's.
with

relevant as (
    select
        subtopic_level.rel,
        judgement.qrels_id,
        judgement.topic,
        judgement.document_id,
        judgement.subtopic
    from subtopic_level
    inner join judgement on subtopic_level.rel <= judgement.grade
),

topics as (
    select
        rel,
        qrels_id,
        topic,
        list(subtopic order by len(subtopic), subtopic) as subtopics
    from (select distinct rel, qrels_id, topic, subtopic from relevant)
    group by all
),

documents as (
    select
        rel,
        qrels_id,
        topic,
        document_id,
        list(subtopic) as covered
    from relevant
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
