-- The collections as a lake has them.
select
    name as collection,
    documents
from collection
order by name
