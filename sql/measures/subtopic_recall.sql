-- StRecall: the share of the subtopics that the ranking covers.
select
    subtopic_ranking.measure,
    subtopic_ranking.run_id,
    subtopic_ranking.qrels_id,
    subtopic_ranking.topic,
    count(*) / any_value(subtopic_count.subtopics) as value
from subtopic_ranking
inner join subtopic_count using (measure, qrels_id, topic)
where
    subtopic_ranking.family = 'subtopic_recall'
    and subtopic_count.family = 'subtopic_recall'
    and subtopic_ranking.hit = 1
group by
    subtopic_ranking.measure,
    subtopic_ranking.run_id,
    subtopic_ranking.qrels_id,
    subtopic_ranking.topic
