-- For each new run and qrels set: topics without judgements, and judged topics it misses.
with

pairs as (
    select
        run.run_id,
        qrels.qrels_id,
        qrels.name
    from run
    inner join qrels using (collection_id)
    where
        run.collection_id = $collection_id
        and run.run_id in $run_ids
),

answered as (
    select
        pairs.run_id,
        pairs.qrels_id,
        count(*) as answered,
        count(judged.topic) as judged
    from pairs
    inner join retrieved using (run_id)
    left join (
        select distinct
            qrels_id,
            topic
        from grade_count
    ) as judged
        on pairs.qrels_id = judged.qrels_id
        and retrieved.topic = judged.topic
    group by all
),

judged_topics as (
    select
        qrels_id,
        count(distinct topic) as topics
    from grade_count
    group by all
)

select
    pairs.run_id,
    pairs.name,
    answered.answered - answered.judged as unjudged,
    judged_topics.topics - answered.judged as missed
from pairs
inner join answered using (run_id, qrels_id)
inner join judged_topics using (qrels_id)
order by pairs.run_id, pairs.name
