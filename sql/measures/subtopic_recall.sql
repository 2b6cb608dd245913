-- StRecall: the share of the subtopics that the ranking covers.
select
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic_id,
    count(*) / any_value(subtopic_count.subtopics) as value
from steps.subtopic_hit
inner join steps.subtopic_count using (measure, qrels_id, topic_id)
where subtopic_hit.family = 'subtopic_recall' and subtopic_hit.hit = 1
group by
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic_id
