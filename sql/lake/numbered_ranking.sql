-- The rankings of runs, from a part of a lake, with the numbers of a store.
select
    run.run_id,
    topic.topic_id,
    part.rank,
    document.document_id,
    part.score,
    part.file_rank,
    part.is_tied,
    part.is_out_of_order
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
