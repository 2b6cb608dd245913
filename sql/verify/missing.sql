-- Numbers of runs, qrels, topics, documents and collections that name nothing.
with

referring as (
    select distinct
        'run' as item,
        unnest(['collection']) as target,
        unnest([collection_id]) as number
    from run
    union all
    select distinct
        'qrels' as item,
        unnest(['collection']) as target,
        unnest([collection_id]) as number
    from qrels
    union all
    select distinct
        'topic' as item,
        unnest(['collection']) as target,
        unnest([collection_id]) as number
    from topic
    union all
    select distinct
        'document' as item,
        unnest(['collection']) as target,
        unnest([collection_id]) as number
    from document
    union all
    select distinct
        'ranking' as item,
        unnest(['run', 'topic', 'document']) as target,
        unnest([run_id, topic_id, document_id]) as number
    from ranking
    union all
    select distinct
        'judgement' as item,
        unnest(['qrels', 'topic', 'document']) as target,
        unnest([qrels_id, topic_id, document_id]) as number
    from judgement
    union all
    select distinct
        'efficiency' as item,
        unnest(['run', 'topic']) as target,
        unnest([run_id, topic_id]) as number
    from efficiency
    union all
    select distinct
        'custom_value' as item,
        unnest(['run', 'qrels', 'topic']) as target,
        unnest([run_id, qrels_id, topic_id]) as number
    from custom_value
),

existing as (
    select { 'target': 'collection', 'number': collection_id } as named from collection
    union all
    select { 'target': 'run', 'number': run_id } as named from run
    union all
    select { 'target': 'qrels', 'number': qrels_id } as named from qrels
    union all
    select { 'target': 'topic', 'number': topic_id } as named from topic
    union all
    select { 'target': 'document', 'number': document_id } as named from document
),

judged as (
    select
        referring.*,
        existing.named is null as is_wrong
    from referring
    left join existing
        on referring.target = existing.named.target
        and referring.number = existing.named.number
    where referring.number is not null
)

select
    count(*) as checked,
    count(*) filter (is_wrong) as wrong,
    min('table ' || item || ' has ' || target || ' number ' || number || ', which does not exist')
    filter (is_wrong) as example
from judged
