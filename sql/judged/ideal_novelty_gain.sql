-- What is new at each rank of the ideal ranking: always the most novel document that is left.
with recursive

asked as (
    select
        rel,
        parameter['alpha'] as alpha,
        -- What is weighted below 2^-60 does not change a sum.
        max(coalesce(cutoff, 60 / abs(log2(nullif(parameter['beta'], 0))), 2147483647)) as depth
    from measure
    where name in ('nERR_IA', 'alpha_nDCG', 'nNRBP')
    group by all
),

greedy as (
    select
        asked.*,
        subtopic_vector.qrels_id,
        subtopic_vector.topic,
        0 as rank,
        0::double as gain,
        [1::double for _ in any_value(subtopic_vector.vector)] as novelty,
        list(
            subtopic_vector.vector
            order by
                coalesce(named_document.docno, subtopic_vector.document_id::varchar) desc
        ) as documents
    from asked
    inner join subtopic_vector using (rel)
    left join named_document using (document_id)
    group by all
    union all
    select
        rel,
        alpha,
        depth,
        qrels_id,
        topic,
        rank + 1,
        list_max(scores),
        [share * (1 - alpha * documents[pick][number]) for share, number in novelty],
        list_where(documents, [place != pick for _, place in documents])
    from (
        select
            *,
            list_position(scores, list_max(scores)) as pick
        from (
            select
                *,
                [list_inner_product(one, novelty) for one in documents] as scores
            from greedy
            where rank < depth and len(documents) > 0
        ) as scored
    ) as picked
)

select
    measure.measure,
    greedy.qrels_id,
    greedy.topic,
    greedy.rank,
    greedy.gain
from measure
inner join greedy
    on measure.rel = greedy.rel
    and measure.parameter['alpha'] = greedy.alpha
where
    measure.name in ('nERR_IA', 'alpha_nDCG', 'nNRBP')
    and greedy.rank > 0
