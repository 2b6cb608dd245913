-- The topics on which a run is furthest below the best system.
-- $run: the system
-- $measure = nDCG@10: a registered measure
-- $limit = 10: number of topics
with

best as (
    select
        collection,
        qrels,
        topic,
        max(value) as best
    from topic_score
    where measure = $measure
    group by all
)

select
    topic_score.topic,
    topic_score.value,
    best.best,
    best.best - topic_score.value as below
from topic_score
inner join best using (collection, qrels, topic)
where
    topic_score.system = $run
    and topic_score.measure = $measure
order by below desc, topic_score.topic asc
limit $limit::integer
