-- P_IA@k: the precision for each subtopic, averaged over the subtopics.
select
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic,
    count(*) / (any_value(measure.cutoff) * any_value(subtopic_count.subtopics)) as value
from subtopic_hit
inner join measure using (measure)
inner join subtopic_count using (rel, qrels_id, topic)
where subtopic_hit.family = 'precision_ia'
group by
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic
