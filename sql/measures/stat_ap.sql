-- statAP: average precision, estimated from documents that were sampled with known probabilities,
-- each of which stands for 1 / probability documents like it.
with recursive

relevant as (
    select
        measure.measure,
        sampled_document.*
    from measure
    inner join steps.sampled_document on measure.rel <= sampled_document.grade
    where measure.family = 'stat_ap'
),

expected as (
    select
        measure,
        qrels_id,
        topic_id,
        sum(1 / probability order by probability) as documents
    from relevant
    group by all
),

retrieved as materialized (
    select
        relevant.measure,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        judged_ranking.rank,
        relevant.probability,
        row_number() over (
            partition by relevant.measure, run_id, qrels_id, topic_id
            order by judged_ranking.rank
        ) as hit
    from relevant
    inner join judged_ranking using (qrels_id, topic_id, document_id)
),

-- Added one document after the other: the last digit of a running window sum depends on other
-- rankings.
sums as (
    select
        *,
        0::double as documents_above
    from retrieved
    where hit = 1
    union all
    select
        retrieved.*,
        sums.documents_above + 1 / sums.probability as documents_above
    from sums
    inner join retrieved using (measure, run_id, qrels_id, topic_id)
    where sums.hit + 1 = retrieved.hit
)

select
    sums.measure,
    sums.run_id,
    sums.qrels_id,
    sums.topic_id,
    sum((1 + sums.documents_above) / sums.rank / sums.probability order by sums.rank)
    / any_value(expected.documents) as value
from sums
inner join expected using (measure, qrels_id, topic_id)
group by all
