-- The judged documents of each ranked list, as the store keeps them.
select
    retrieved.run_id,
    incoming.qrels_id,
    retrieved.topic,
    incoming.ranks,
    incoming.judged_ranks,
    incoming.document_ids,
    incoming.grades,
    incoming.hits
from incoming
inner join retrieved using (list_id)
order by incoming.qrels_id, retrieved.run_id, retrieved.topic
