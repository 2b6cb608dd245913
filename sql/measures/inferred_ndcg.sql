-- infNDCG: nDCG, estimated from strata of the pool that were sampled at different rates. What the
-- sampled documents of a stratum gain stands for all documents of it that the run retrieved.
with

retrieved as (
    select
        measure.measure,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        sampled_document.stratum,
        count(*) as pooled,
        count(*) filter (sampled_document.grade >= 0) as sampled,
        sum(
            greatest(sampled_document.grade, 0) / log2(judged_ranking.rank + 1)
            order by judged_ranking.rank
        ) as gain
    from measure
    inner join judged_ranking
        on judged_ranking.rank <= coalesce(measure.cutoff, 2147483647)
    inner join steps.sampled_document using (qrels_id, topic_id, document_id)
    where measure.family = 'inferred_ndcg'
    group by all
)

select
    retrieved.measure,
    retrieved.run_id,
    retrieved.qrels_id,
    retrieved.topic_id,
    sum(
        retrieved.pooled * retrieved.gain / retrieved.sampled
        order by retrieved.stratum
    ) / any_value(ideal_sampled_dcg.dcg) as value
from retrieved
inner join steps.ideal_sampled_dcg using (measure, qrels_id, topic_id)
where retrieved.sampled > 0
group by all
