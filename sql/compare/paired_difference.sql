-- The difference of every pair of systems, over all judged topics.
-- measure: the measure
-- qrels_id: the set of judgements
-- run_id: the run
-- other_run_id: the other run
-- topics: number of judged topics
-- mean: the mean score of the run
-- other_mean: the mean score of the other run
-- difference: mean minus other_mean
-- deviation: the standard deviation of the differences by topic; NULL for one topic
-- wins: topics where the run is better
-- ties: topics where both score the same
-- losses: topics where the other run is better
with

-- Read twice below; materialized, so that it is computed once.
scores as materialized (
    select
        averaged_value.measure,
        averaged_value.qrels_id,
        averaged_value.run_id,
        topic.name as topic,
        averaged_value.value
    from measures.averaged_value
    inner join topic using (topic_id)
),

-- Read twice too, but not materialized: a filter on the measure would not reach the scores.
means as not materialized (
    select
        measure,
        qrels_id,
        run_id,
        count(*) as topics,
        sum(value order by topic) / count(*) as mean
    from scores
    group by all
),

compared as (
    select
        one.measure,
        one.qrels_id,
        one.run_id,
        other.run_id as other_run_id,
        stddev_samp(one.value - other.value order by one.topic) as deviation,
        count(*) filter (one.value > other.value) as higher,
        count(*) filter (one.value < other.value) as lower
    from scores as one
    inner join scores as other using (measure, qrels_id, topic)
    where one.run_id != other.run_id
    group by all
)

select
    compared.measure,
    compared.qrels_id,
    compared.run_id,
    compared.other_run_id,
    means.topics,
    means.mean,
    other_means.mean as other_mean,
    means.mean - other_means.mean as difference,
    compared.deviation,
    case when measure.higher_is_better then compared.higher else compared.lower end as wins,
    means.topics - compared.higher - compared.lower as ties,
    case when measure.higher_is_better then compared.lower else compared.higher end as losses
from compared
inner join measure using (measure)
inner join means using (measure, qrels_id, run_id)
inner join means as other_means
    on compared.measure = other_means.measure
    and compared.qrels_id = other_means.qrels_id
    and compared.other_run_id = other_means.run_id
