-- How hard each topic is, which system is best on it, and how well it separates the systems.
-- collection: the collection's name
-- qrels: the name of the set of judgements
-- measure: the measure
-- topic: the topic's name
-- systems: number of systems
-- mean: the mean of their scores on the topic
-- deviation: the standard deviation of their scores; NULL for one system
-- best: the best score
-- best_system: the system that has it; of several, the first by name
-- separation: correlation of the scores with those on all other topics; NULL if all equal
with

related as (
    select
        averaged_value.measure,
        averaged_value.qrels_id,
        topic.name as topic,
        run.system,
        averaged_value.value,
        case
            when measure.higher_is_better then averaged_value.value
            else -averaged_value.value
        end as merit,
        sum(averaged_value.value) over (
            partition by averaged_value.measure, averaged_value.qrels_id, averaged_value.run_id
            order by topic.name
            rows between unbounded preceding and unbounded following
        ) - averaged_value.value as elsewhere
    from measures.averaged_value
    inner join measure using (measure)
    inner join run using (run_id)
    inner join topic using (topic_id)
)

select
    collection.name as collection,
    qrels.name as qrels,
    related.measure,
    related.topic,
    count(*) as systems,
    sum(related.value order by related.system) / count(*) as mean,
    stddev_samp(related.value order by related.system) as deviation,
    first(related.value order by related.merit desc, related.system asc) as best,
    first(related.system order by related.merit desc, related.system asc) as best_system,
    case
        when stddev_samp(related.value) > 0 and stddev_samp(related.elsewhere) > 0
            then corr(related.value, related.elsewhere order by related.system)
    end as separation
from related
inner join qrels using (qrels_id)
inner join collection on qrels.collection_id = collection.collection_id
group by all
