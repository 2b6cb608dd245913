-- The mean of RR and Success over all orders of tied documents. The first relevant document is in
-- the first tie that has one; it is at a rank of the tie if all ranks before have other documents.
with

ranks as (
    select
        *,
        unnest(range(1 + documents - relevant)) as before
    from steps.relevant_tie
    where family in ('reciprocal_rank', 'success') and relevant_above = 0
),

chances as (
    select
        *,
        relevant / (documents - before) * coalesce(
            product((documents - relevant - before) / (documents - before)) over (
                partition by measure, run_id, qrels_id, topic_id
                order by before
                rows between unbounded preceding and 1 preceding
            ), 1
        ) as probability
    from ranks
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(
        probability / case family when 'success' then 1 else first_rank + before end
        order by before
    ) as value
from chances
where first_rank + before <= coalesce(cutoff, 2147483647)
group by all
