-- Judged@k: the share of the retrieved documents that have a judgement.
select
    measure.measure,
    judged_list.run_id,
    judged_list.qrels_id,
    judged_list.topic,
    len([
        rank for rank in judged_list.ranks
        if rank <= coalesce(measure.cutoff, 2147483647)
    ]) / least(evaluated_topic.documents, measure.cutoff) as value
from measure
cross join judged_list
inner join evaluated_topic using (run_id, qrels_id, topic)
where measure.family = 'judged'
