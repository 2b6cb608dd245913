-- P_IA@k: the precision for each subtopic, averaged over the subtopics.
select
    subtopic_ranking.measure,
    subtopic_ranking.run_id,
    subtopic_ranking.qrels_id,
    subtopic_ranking.topic,
    count(*) / (any_value(measure.cutoff) * any_value(subtopic_count.subtopics)) as value
from subtopic_ranking
inner join measure using (measure)
inner join subtopic_count using (measure, qrels_id, topic)
where
    subtopic_ranking.family = 'precision_ia'
    and subtopic_count.family = 'precision_ia'
group by
    subtopic_ranking.measure,
    subtopic_ranking.run_id,
    subtopic_ranking.qrels_id,
    subtopic_ranking.topic
