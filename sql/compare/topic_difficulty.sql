-- How hard each topic is, who is best on it, and how well it separates the systems.
with

related as (
    select
        averaged_value.measure,
        averaged_value.qrels_id,
        averaged_value.topic,
        run.system,
        averaged_value.value,
        if(measure.higher_is_better, averaged_value.value, -averaged_value.value) as merit,
        sum(averaged_value.value) over (
            partition by averaged_value.measure, averaged_value.qrels_id, averaged_value.run_id
        ) - averaged_value.value as elsewhere
    from averaged_value
    inner join measure using (measure)
    inner join run using (run_id)
)

-- A topic separates well where its scores agree with those of all other topics together.
select
    collection.name as collection,
    qrels.name as qrels,
    related.measure,
    related.topic,
    count(*) as systems,
    sum(related.value order by related.system) / count(*) as mean,
    stddev_samp(related.value) as deviation,
    first(related.value order by related.merit desc, related.system asc) as best,
    first(related.system order by related.merit desc, related.system asc) as best_system,
    case
        when stddev_samp(related.value) > 0 and stddev_samp(related.elsewhere) > 0
            then corr(related.value, related.elsewhere)
    end as separation
from related
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
group by all
