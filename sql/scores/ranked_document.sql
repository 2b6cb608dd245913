-- The ranked documents of every run with their grades: one row per ranked document and set of
-- judgements; name one (where qrels = '…') if a collection has several, or read the view ranked.
-- collection: name of the test collection
-- qrels: name of the set of judgements that the grade is from; NULL if the collection has none
-- system: name of the run
-- topic: name of the topic
-- rank: position in the ranking, from 1, under the run's rank rule
-- docno: name of the document
-- score: the system's score; NULL in a run without scores
-- grade: the document's highest grade in these qrels; NULL if it is unjudged
select
    collection.name as collection,
    qrels.name as qrels,
    run.system,
    topic.name as topic,
    ranking.rank,
    document.docno,
    ranking.score,
    judged_ranking.grade
from ranking
inner join run using (run_id)
inner join topic using (topic_id)
inner join document using (document_id)
inner join collection on run.collection_id = collection.collection_id
left join qrels on run.collection_id = qrels.collection_id
left join judged_ranking
    on qrels.qrels_id = judged_ranking.qrels_id
    and ranking.run_id = judged_ranking.run_id
    and ranking.topic_id = judged_ranking.topic_id
    and ranking.rank = judged_ranking.rank
