-- The DCG of the best ranking that sampled judgements let one expect: of each grade, as many
-- documents as its share of the sampled ones of each stratum gives for the stratum, rounded.
with

stratum_size as (
    select
        qrels_id,
        topic_id,
        stratum,
        count(*) as pooled,
        count(*) filter (grade >= 0) as sampled
    from steps.sampled_document
    group by all
),

expected as (
    select
        sampled_document.qrels_id,
        sampled_document.topic_id,
        sampled_document.grade,
        floor(sum(stratum_size.pooled / stratum_size.sampled) + 0.5)::bigint as documents
    from steps.sampled_document
    inner join stratum_size using (qrels_id, topic_id, stratum)
    where sampled_document.grade > 0
    group by all
),

placed as (
    select
        qrels_id,
        topic_id,
        grade,
        sum(documents) over from_the_best as last_rank,
        sum(documents) over from_the_best - documents + 1 as first_rank
    from expected
    window
        from_the_best as (
            partition by qrels_id, topic_id
            order by grade desc
        )
),

ranked as (
    select
        qrels_id,
        topic_id,
        grade,
        unnest(range(first_rank::bigint, last_rank::bigint + 1)) as rank
    from placed
)

select
    measure.measure,
    ranked.qrels_id,
    ranked.topic_id,
    sum(ranked.grade / log2(ranked.rank + 1) order by ranked.rank) as dcg
from measure
inner join ranked on ranked.rank <= coalesce(measure.cutoff, 2147483647)
where measure.family = 'inferred_ndcg'
group by all
