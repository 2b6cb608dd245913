-- The mean of ERR over all orders of tied documents. That the first n documents of a tie do not
-- satisfy is as likely as it is of n random ones, which is found by adding one document at a time.
with recursive

ties as (
    select
        satisfaction.measure,
        tied_document.run_id,
        tied_document.qrels_id,
        tied_document.topic_id,
        tied_document.first_rank,
        tied_document.documents,
        list(satisfaction.satisfied order by tied_document.rank) as satisfied,
        product(1 - satisfaction.satisfied) as unsatisfied
    from steps.satisfaction
    inner join steps.tied_document using (grade)
    group by all
),

-- depth: how many ranks of the group are within the cutoff. Only documents with a grade satisfy.
starts as materialized (
    select
        ties.*,
        ties.documents - len(ties.satisfied) as others,
        least(ties.documents, 1 + coalesce(measure.cutoff, 2147483647) - ties.first_rank)
            as depth,
        coalesce(product(ties.unsatisfied) over (
            partition by ties.measure, ties.run_id, ties.qrels_id, ties.topic_id
            order by ties.first_rank
            rows between unbounded preceding and 1 preceding
        ), 1) as viewed
    from ties
    inner join measure using (measure)
    where
        ties.first_rank <= coalesce(measure.cutoff, 2147483647)
        and not measure.judged_only
),

-- chances[n + 1]: the probability that n of the documents added so far do not satisfy.
additions as (
    select
        *,
        others as added,
        [case when n <= others then 1::double else 0 end for n in range(depth + 1)] as chances
    from starts
    union all
    select
        * exclude (added, chances),
        added + 1 as added,
        [
            chances[n + 1] * (1 - n / (added + 1))
            + coalesce(chances[n], 0) * n / (added + 1) * (1 - satisfied[added + 1 - others])
            for n in range(depth + 1)
        ] as chances
    from additions
    where added < documents
),

ranks as (
    select
        *,
        unnest(range(depth)) as before
    from additions
    where added = documents
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(
        viewed * (chances[before + 1] - chances[before + 2]) / (first_rank + before)
        order by first_rank, before
    ) as value
from ranks
group by all
