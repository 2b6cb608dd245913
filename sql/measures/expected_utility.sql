-- NERR8 to NERR11, INSQ and SDCG: the gain per document that a reader views.
with

views as (
    select
        scaled_gain.measure,
        scaled_gain.run_id,
        scaled_gain.qrels_id,
        scaled_gain.topic,
        scaled_gain.rank,
        scaled_gain.gain,
        viewing_weight.weight,
        viewing_weight.viewed,
        viewing_weight.all_viewed,
        case when scaled_gain.name like 'NERR%' then 1 - scaled_gain.gain else 1 end as kept
    from scaled_gain
    inner join viewing_weight using (measure, rank)
    where scaled_gain.family = 'expected_utility'
),

stretches as (
    select
        *,
        product(kept) over down as kept_after,
        coalesce(product(kept) over above, 1) as kept_before,
        coalesce(lead(viewed) over down, all_viewed) - viewed as viewed_next
    from views
    window
        down as (partition by measure, run_id, qrels_id, topic order by rank),
        above as (
            partition by measure, run_id, qrels_id, topic
            order by rank
            rows between unbounded preceding and 1 preceding
        )
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    sum(gain * weight * kept_before order by rank)
    / (min(viewed) + sum(viewed_next * kept_after order by rank)) as value
from stretches
group by all
