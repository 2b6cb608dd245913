-- The sets of judgements as a lake has them.
select
    collection.name as collection,
    qrels.name as qrels,
    qrels.source,
    qrels.sha256
from qrels
inner join collection using (collection_id)
order by collection.name, qrels.name
