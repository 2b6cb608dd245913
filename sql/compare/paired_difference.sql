-- How every two systems differ, over all judged topics.
with

-- Scores are read once and met topic by topic; joined with themselves, they are computed twice.
by_run as (
    select
        measure,
        qrels_id,
        run_id,
        count(*) as topics,
        sum(value order by topic) / count(*) as mean,
        list({ 'topic': topic, 'value': value }) as scores
    from averaged_value
    group by all
),

scored as (
    select
        measure,
        qrels_id,
        run_id,
        topics,
        mean,
        unnest(scores) as score
    from by_run
),

by_topic as (
    select
        measure,
        qrels_id,
        topics,
        score.topic,
        list({ 'run_id': run_id, 'mean': mean, 'value': score.value }) as systems
    from scored
    group by all
),

one_by_one as (
    select
        *,
        unnest(systems) as one
    from by_topic
),

paired as (
    select
        *,
        unnest(systems) as other
    from one_by_one
),

compared as (
    select
        measure,
        qrels_id,
        one.run_id,
        other.run_id as other_run_id,
        topics,
        one.mean,
        other.mean as other_mean,
        one.mean - other.mean as difference,
        stddev_samp(one.value - other.value) as deviation,
        count(*) filter (one.value > other.value) as higher,
        count(*) filter (one.value < other.value) as lower
    from paired
    where one.run_id != other.run_id
    group by all
)

select
    compared.* exclude (higher, lower),
    if(measure.higher_is_better, compared.higher, compared.lower) as wins,
    compared.topics - compared.higher - compared.lower as ties,
    if(measure.higher_is_better, compared.lower, compared.higher) as losses
from compared
inner join measure using (measure)
