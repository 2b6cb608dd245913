-- The topics that runs answer, as a part of a lake has them.
select
    run.system,
    topic.name as topic,
    run_topic.documents
from run_topic
inner join run using (run_id)
inner join topic using (topic_id)
order by run.system, topic.name
