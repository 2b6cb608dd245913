-- Judged@k: the share of the retrieved documents that have a judgement.
select
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    count(*) / least(
        any_value(evaluated_topic.documents),
        coalesce(any_value(measure.cutoff), any_value(evaluated_topic.documents))
    ) as value
from examined
inner join measure using (measure)
inner join evaluated_topic using (run_id, qrels_id, topic)
where examined.family = 'judged'
group by
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic
