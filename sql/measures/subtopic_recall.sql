-- StRecall: the share of the subtopics that the ranking covers.
select
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic,
    count(*) / any_value(subtopic_count.subtopics) as value
from subtopic_hit
inner join measure using (measure)
inner join subtopic_count using (rel, qrels_id, topic)
where
    subtopic_hit.family = 'subtopic_recall'
    and subtopic_hit.hit = 1
group by
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic
