-- P_IA@k: the precision for each subtopic, averaged over the subtopics.
select
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic_id,
    count(*) / (any_value(measure.cutoff) * any_value(subtopic_count.subtopics)) as value
from measure
inner join steps.subtopic_hit using (measure)
inner join steps.subtopic_count using (measure, qrels_id, topic_id)
where measure.family = 'precision_ia'
group by
    subtopic_hit.measure,
    subtopic_hit.run_id,
    subtopic_hit.qrels_id,
    subtopic_hit.topic_id
