-- The systems in order, for every measure of every set of judgements.
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
from run_value
inner join measure using (measure)
inner join run using (run_id)
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
