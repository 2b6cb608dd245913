-- Latency, size, energy and the like of every run: over its topics if measured per topic.
-- collection: the collection's name
-- system: the run's name
-- name: what was measured, such as latency
-- unit: the unit of the measurements, such as ms
-- higher_is_better: true for rates (throughput, queries per second), false for all others
-- measurements: number of measurements: one per topic, or one of the complete run
-- mean: the mean of the measurements
-- median: the median of the measurements
-- p95: the 95th percentile of the measurements
-- p99: the 99th percentile of the measurements
-- lowest: the lowest measurement
-- highest: the highest measurement
with

measured as (
    select
        efficiency.*,
        topic.name as topic,
        bool_or(efficiency.topic_id is not null) over (
            partition by efficiency.run_id, efficiency.name
        ) as is_per_topic
    from efficiency
    left join topic using (topic_id)
)

select
    collection.name as collection,
    run.system,
    measured.name,
    measured.unit,
    regexp_matches(
        concat_ws(' ', lower(measured.name), lower(measured.unit)),
        'throughput|qps|per[ _]second|/ ?s(ec(ond)?)?$'
    ) as higher_is_better,
    count(*) as measurements,
    sum(measured.value order by measured.topic) / count(*) as mean,
    median(measured.value) as median,
    quantile_cont(measured.value, 0.95) as p95,
    quantile_cont(measured.value, 0.99) as p99,
    min(measured.value) as lowest,
    max(measured.value) as highest
from measured
inner join run using (run_id)
inner join collection using (collection_id)
where measured.is_per_topic = (measured.topic_id is not null)
group by
    collection.name,
    run.system,
    measured.name,
    measured.unit
