-- Every judged topic of every run, answered or not: what a leaderboard averages over.
select
    run.run_id,
    judged_topic.qrels_id,
    judged_topic.topic_id,
    coalesce(run_topic.documents, 0) as documents,
    run_topic.documents is not null as is_retrieved
from run
inner join qrels using (collection_id)
inner join steps.judged_topic using (qrels_id)
left join run_topic
    on run.run_id = run_topic.run_id
    and judged_topic.topic_id = run_topic.topic_id
