-- The gain (cg) and the discounted gain (dcg) of the ideal ranking up to each of its ranks, what
-- reading it costs (a document costs its gain, and at least 1), and how deep it is.
with recursive

gains as materialized (
    select
        ideal_ranking.measure,
        ideal_ranking.family,
        ideal_ranking.qrels_id,
        ideal_ranking.topic_id,
        ideal_ranking.rank,
        ideal_ranking.gain,
        ideal_ranking.gain * discount.weight as discounted,
        count(*) over (
            partition by ideal_ranking.measure, ideal_ranking.qrels_id, ideal_ranking.topic_id
        ) as depth
    from steps.ideal_ranking
    inner join discount using (discount, rank)
    where ideal_ranking.family in ('ndcg_at_relevant', 'normalised_gain')
),

-- Added one rank after the other: the last digit of a running window sum depends on other topics.
sums as (
    select
        *,
        gain as cg,
        discounted as dcg,
        greatest(gain, 1) as cost
    from gains
    where rank = 1
    union all
    select
        gains.*,
        sums.cg + gains.gain as cg,
        sums.dcg + gains.discounted as dcg,
        sums.cost + greatest(gains.gain, 1) as cost
    from sums
    inner join gains using (measure, qrels_id, topic_id)
    where sums.rank + 1 = gains.rank
)

select * exclude (gain, discounted)
from sums
