-- The judged part of rankings, from a part of a lake, with the numbers of a store.
select
    $qrels_id as qrels_id,
    run.run_id,
    topic.topic_id,
    part.rank,
    part.judged_rank,
    document.document_id,
    part.grade
from part
inner join run
    on part.system = run.system
    and run.collection_id = $collection_id
inner join topic
    on part.topic = topic.name
    and topic.collection_id = $collection_id
inner join document
    on part.docno = document.docno
    and document.collection_id = $collection_id
