-- statAP: average precision, estimated from documents that were sampled with known probabilities,
-- each of which stands for 1 / probability documents like it.
with

relevant as (
    select
        measure.measure,
        measure.cutoff,
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
        sum(1 / probability order by document_id) as documents
    from relevant
    group by all
),

retrieved as (
    select
        relevant.measure,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        judged_ranking.rank,
        relevant.probability,
        coalesce(sum(1 / relevant.probability) over above, 0) as documents_above
    from relevant
    inner join judged_ranking using (qrels_id, topic_id, document_id)
    where judged_ranking.rank <= coalesce(relevant.cutoff, 2147483647)
    window
        above as (
            partition by
                relevant.measure,
                judged_ranking.run_id,
                relevant.qrels_id,
                relevant.topic_id
            order by judged_ranking.rank
            rows between unbounded preceding and 1 preceding
        )
)

select
    retrieved.measure,
    retrieved.run_id,
    retrieved.qrels_id,
    retrieved.topic_id,
    sum(
        (1 + retrieved.documents_above) / retrieved.rank / retrieved.probability
        order by retrieved.rank
    ) / any_value(expected.documents) as value
from retrieved
inner join expected using (measure, qrels_id, topic_id)
group by all
