-- The mean of AP over all orders of tied documents. At each rank of a tie, a relevant document is
-- as likely as anywhere in it, and so are the relevant ones before it (McSherry and Najork, 2008).
with

ranks as (
    select
        *,
        unnest(range(documents)) as before
    from steps.relevant_tie
    where family = 'average_precision'
),

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        first_rank + before as rank,
        relevant / documents
        * (relevant_above + 1 + before * (relevant - 1) / greatest(documents - 1, 1))
        / (first_rank + before) as expected
    from ranks
    where first_rank + before <= coalesce(cutoff, 2147483647)
),

totals as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        sum(expected order by rank) as total
    from precisions
    group by all
)

select
    totals.measure,
    totals.run_id,
    totals.qrels_id,
    totals.topic_id,
    totals.total / case measure.option['norm']
        when 'min' then least(relevant_count.relevant, measure.cutoff)
        else relevant_count.relevant
    end as value
from totals
inner join measure using (measure)
inner join steps.relevant_count using (measure, qrels_id, topic_id)
