-- The mean of infAP over all orders of tied documents. Above a relevant document at some rank of
-- its tie, the number of judged documents from the tie is hypergeometric; given that number, the
-- numbers of relevant and of pooled ones among those above enter the sum by their means.
with

ranks as (
    select
        *,
        first_rank + unnest(range(documents)) as rank
    from steps.judged_tie
    where family = 'inferred_ap' and relevant > 0
),

draws as (
    select
        *,
        judged - 1 as others,
        documents - judged as unjudged,
        rank - first_rank as drawn,
        unnest(range(
            greatest(rank - first_rank - (documents - judged), 0)::bigint,
            least(judged - 1, rank - first_rank)::bigint + 1
        )) as found
    from ranks
),

means as (
    select
        *,
        relevant / documents * exp(
            lgamma(others + 1) - lgamma(found + 1) - lgamma(others - found + 1)
            + lgamma(unjudged + 1) - lgamma(drawn - found + 1)
            - lgamma(unjudged - drawn + found + 1)
            - lgamma(documents) + lgamma(drawn + 1) + lgamma(documents - drawn)
        ) as probability,
        relevant_above + found * (relevant - 1) / greatest(others, 1) as mean_relevant,
        judged_above + found as mean_judged,
        pooled_above + found
        + (drawn - found) * (pooled - judged) / greatest(unjudged, 1) as mean_pooled
    from draws
)

select
    means.measure,
    means.run_id,
    means.qrels_id,
    means.topic_id,
    sum(
        means.probability / means.rank
        * (1 + means.mean_pooled * ((means.mean_relevant + 1e-5) / (means.mean_judged + 2e-5)))
        order by means.rank, means.found
    ) / any_value(relevant_count.relevant) as value
from means
inner join steps.relevant_count using (measure, qrels_id, topic_id)
group by all
