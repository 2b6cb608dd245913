-- How every two systems differ, over all judged topics.
with

scored as not materialized (
    select
        averaged_value.measure,
        averaged_value.qrels_id,
        averaged_value.run_id,
        averaged_value.topic,
        averaged_value.value,
        measure.higher_is_better
    from averaged_value
    inner join measure using (measure)
),

averaged as not materialized (
    select
        measure,
        qrels_id,
        run_id,
        count(*) as topics,
        sum(value order by topic) / count(*) as mean
    from scored
    group by all
),

paired as (
    select
        scored.measure,
        scored.qrels_id,
        scored.run_id,
        other.run_id as other_run_id,
        scored.higher_is_better,
        stddev_samp(scored.value - other.value) as deviation,
        count(*) filter (scored.value > other.value) as higher,
        count(*) filter (scored.value < other.value) as lower
    from scored
    inner join scored as other
        on scored.measure = other.measure
        and scored.qrels_id = other.qrels_id
        and scored.topic = other.topic
        and scored.run_id != other.run_id
    group by all
)

select
    paired.measure,
    paired.qrels_id,
    paired.run_id,
    paired.other_run_id,
    averaged.topics,
    averaged.mean,
    other.mean as other_mean,
    averaged.mean - other.mean as difference,
    paired.deviation,
    if(paired.higher_is_better, paired.higher, paired.lower) as wins,
    averaged.topics - paired.higher - paired.lower as ties,
    if(paired.higher_is_better, paired.lower, paired.higher) as losses
from paired
inner join averaged using (measure, qrels_id, run_id)
inner join averaged as other
    on paired.measure = other.measure
    and paired.qrels_id = other.qrels_id
    and paired.other_run_id = other.run_id
