-- The ranked documents of every run: one row per ranked document.
-- collection: name of the test collection
-- system: name of the run
-- topic: name of the topic
-- rank: position in the ranking, from 1, under the run's rank rule
-- docno: name of the document
-- score: the system's score; NULL in a run without scores
select
    collection.name as collection,
    run.system,
    topic.name as topic,
    ranking.rank,
    document.docno,
    ranking.score
from ranking
inner join run using (run_id)
inner join topic using (topic_id)
inner join document using (document_id)
inner join collection on run.collection_id = collection.collection_id
