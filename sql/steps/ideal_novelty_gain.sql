-- The novelty at each rank of the ideal ranking: always the most novel remaining document.
-- Lists, since each choice depends on all choices before it; a vector has 1 or 0 per subtopic.
with recursive

requested as (
    select
        rel,
        parameter['alpha'] as alpha,
        -- Weights below 2^-60 do not change a sum.
        max(coalesce(cutoff, 60 / abs(log2(nullif(parameter['beta'], 0))), 2147483647)) as depth
    from measure
    where name in ('nERR_IA', 'alpha_nDCG', 'nNRBP')
    group by all
),

relevant as (
    select distinct
        requested.rel,
        judgement.qrels_id,
        judgement.topic_id,
        judgement.document_id,
        judgement.subtopic
    from requested
    inner join judgement on requested.rel <= judgement.grade
),

vectors as (
    select
        documents.*,
        list(
            (covered.document_id is not null)::double
            order by len(subtopics.subtopic), subtopics.subtopic
        ) as vector
    from (select distinct * exclude (subtopic) from relevant) as documents
    inner join (select distinct * exclude (document_id) from relevant) as subtopics
        using (rel, qrels_id, topic_id)
    left join relevant as covered using (rel, qrels_id, topic_id, document_id, subtopic)
    group by all
),

greedy as (
    select
        requested.*,
        vectors.qrels_id,
        vectors.topic_id,
        0 as rank,
        0::double as gain,
        [1::double for _ in any_value(vectors.vector)] as novelty,
        list(vectors.vector order by document.docno desc) as documents
    from requested
    inner join vectors using (rel)
    inner join document using (document_id)
    group by all
    union all
    select
        * exclude (scores, pick) replace (
            rank + 1 as rank,
            list_max(scores) as gain,
            [share * (1 - alpha * documents[pick][number]) for share, number in novelty] as novelty,
            list_where(documents, [place != pick for _, place in documents]) as documents
        )
    from (
        select
            *,
            [list_inner_product(one, novelty) for one in documents] as scores,
            list_position(scores, list_max(scores)) as pick
        from greedy
        where rank < depth and len(documents) > 0
    ) as scored
)

select
    measure.measure,
    greedy.* exclude (rel, alpha, depth, novelty, documents)
from measure
inner join greedy on measure.rel = greedy.rel and measure.parameter['alpha'] = greedy.alpha
where measure.name in ('nERR_IA', 'alpha_nDCG', 'nNRBP') and greedy.rank > 0
union all
select *
from steps.conceivable_novelty_gain
