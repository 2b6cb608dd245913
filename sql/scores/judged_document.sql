-- The judgements of the assessors: one row per judgement.
-- collection: name of the test collection
-- qrels: name of the set of judgements
-- topic: name of the topic
-- subtopic: column 2 of the qrels file: subtopic or iteration
-- docno: name of the document
-- grade: the grade; negative: pooled, not judged
-- rationale: the assessor's explanation of the grade; NULL if there is none
select
    collection.name as collection,
    qrels.name as qrels,
    topic.name as topic,
    judgement.subtopic,
    document.docno,
    judgement.grade,
    rationale.rationale
from judgement
inner join qrels using (qrels_id)
inner join topic using (topic_id)
inner join document using (document_id)
inner join collection on qrels.collection_id = collection.collection_id
left join rationale
    on judgement.qrels_id = rationale.qrels_id
    and judgement.topic_id = rationale.topic_id
    and judgement.subtopic = rationale.subtopic
    and judgement.document_id = rationale.document_id
