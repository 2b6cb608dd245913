-- Latency, size, energy and the like of every run, over its topics where they were told per topic.
with

told as (
    select
        *,
        bool_or(topic is not null) over (partition by run_id, name) as is_per_topic
    from efficiency
)

-- Less is better of all but rates: throughput, queries per second.
select
    collection.name as collection,
    run.system,
    told.name,
    told.unit,
    regexp_matches(
        concat_ws(' ', lower(told.name), lower(told.unit)),
        'throughput|qps|per[ _]second|/ ?s(ec(ond)?)?$'
    ) as higher_is_better,
    count(*) as measurements,
    sum(told.value order by told.topic) / count(*) as mean,
    median(told.value) as median,
    quantile_cont(told.value, 0.95) as p95,
    quantile_cont(told.value, 0.99) as p99,
    min(told.value) as lowest,
    max(told.value) as highest
from told
inner join run using (run_id)
inner join collection using (collection_id)
where told.is_per_topic = (told.topic is not null)
group by
    collection.name,
    run.system,
    told.name,
    told.unit
