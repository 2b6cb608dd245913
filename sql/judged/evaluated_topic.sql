-- Every judged topic of every run, answered or not: what a leaderboard averages over.
select
    run.run_id,
    qrels.qrels_id,
    judged_topic.topic,
    coalesce(retrieved.documents, 0) as documents,
    retrieved.documents is not null as is_retrieved
from run
inner join qrels using (collection_id)
inner join judged_topic using (qrels_id)
left join retrieved
    on run.run_id = retrieved.run_id
    and judged_topic.topic = retrieved.topic
