-- Rprec: the precision at rank R, R being the number of relevant documents.
select
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    count(*) / any_value(relevant_count.relevant) as value
from examined
inner join relevant_count using (measure, qrels_id, topic)
where
    examined.family = 'r_precision'
    and examined.is_relevant
    and examined.rank <= relevant_count.relevant
group by
    examined.measure,
    examined.run_id,
    examined.qrels_id,
    examined.topic
