-- For each new run and set of judgements: topics without judgements, and judged topics it misses.
with

judged_counts as (
    select
        qrels_id,
        count(*) as topics
    from steps.judged_topic
    group by qrels_id
),

answered as (
    select
        run.run_id,
        qrels.qrels_id,
        qrels.name,
        count(run_topic.topic_id) as topics,
        count(judged_topic.topic_id) as judged
    from run
    inner join qrels using (collection_id)
    inner join run_topic using (run_id)
    left join steps.judged_topic
        on qrels.qrels_id = judged_topic.qrels_id
        and run_topic.topic_id = judged_topic.topic_id
    where run.run_id between $first_run_id and $last_run_id
    group by all
)

select
    answered.run_id,
    answered.name,
    answered.topics - answered.judged as unjudged,
    judged_counts.topics - answered.judged as missed
from answered
inner join judged_counts using (qrels_id)
order by answered.run_id, answered.name
