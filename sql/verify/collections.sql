-- Judgements of topics or documents that belong to another collection than their qrels.
with

placed as (
    select
        qrels.name,
        qrels.collection_id = topic.collection_id
        and qrels.collection_id = document.collection_id as is_right
    from judgement
    inner join qrels using (qrels_id)
    inner join topic using (topic_id)
    inner join document using (document_id)
)

select
    count(*) as checked,
    count(*) filter (not is_right) as wrong,
    min('qrels ' || name || ' judges a topic or document of another collection')
    filter (not is_right) as example
from placed
