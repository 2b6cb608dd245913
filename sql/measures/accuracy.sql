-- Accuracy: the share of the pairs of a relevant and a non-relevant retrieved document where the
-- relevant one is ranked first.
with

hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        count(*) as hits,
        sum(rank - hit) as wrong
    from steps.hit
    where family = 'accuracy'
    group by all
),

pairs as (
    select
        hits.*,
        hits.hits * (retrieved_count.documents - hits.hits) as possible
    from hits
    inner join steps.retrieved_count using (measure, run_id, qrels_id, topic_id)
    where retrieved_count.family = 'accuracy'
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    case when possible = 0 then 1 else 1 - wrong / possible end as value
from pairs
