-- The systems in order, for every measure of every set of judgements.
-- collection: name of the test collection
-- qrels: name of the set of judgements
-- measure: canonical name of the measure, such as nDCG@10
-- position: position of the system, 1 for the best; equal values share a position
-- system: name of the run
-- value: the measure over all judged topics; topics that the system does not answer count 0
-- topics: number of topics that the value covers
-- missing: number of these topics that the system does not answer
select
    collection.name as collection,
    qrels.name as qrels,
    run_value.measure,
    rank() over (
        partition by run_value.qrels_id, run_value.measure
        order by
            case when measure.higher_is_better then -run_value.value else run_value.value end
    ) as position,
    run.system,
    run_value.value,
    run_value.topics,
    run_value.missing
from measures.run_value
inner join measure using (measure)
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
