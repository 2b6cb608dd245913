-- Topics, documents and judgements that are stored twice, and documents that a run ranks twice.
with

repeated as (
    select 'topic ' || any_value(name) as item
    from topic
    group by collection_id, name
    having count(*) > 1
    union all
    select 'topic number ' || topic_id as item
    from topic
    group by topic_id
    having count(*) > 1
    union all
    select 'document ' || any_value(docno) as item
    from document
    group by collection_id, docno
    having count(*) > 1
    union all
    select 'document number ' || document_id as item
    from document
    group by document_id
    having count(*) > 1
    union all
    select 'the judgement of document number ' || document_id as item
    from judgement
    group by qrels_id, topic_id, subtopic, subgroup, document_id
    having count(*) > 1
    union all
    select 'document number ' || document_id || ' in a ranking of run number ' || run_id as item
    from ranking
    group by run_id, topic_id, document_id
    having count(*) > 1
),

checked as (
    select count(*) as things from topic
    union all
    select count(*) as things from document
    union all
    select count(*) as things from judgement
    union all
    select count(*) as things from ranking
)

select
    (select sum(things)::bigint from checked) as checked,
    count(*) as wrong,
    min(item) || ' is stored more than once' as example
from repeated
