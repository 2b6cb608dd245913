-- NERR8 to NERR11, INSQ and SDCG: the gain per document that a reader views.
with recursive

gains as materialized (
    select
        scaled_gain.measure,
        scaled_gain.run_id,
        scaled_gain.qrels_id,
        scaled_gain.topic_id,
        scaled_gain.rank,
        scaled_gain.gain,
        viewing_weight.weight,
        viewing_weight.viewed,
        coalesce(lead(viewing_weight.viewed) over down, viewing_weight.all_viewed)
        - viewing_weight.viewed as viewed_next,
        case when scaled_gain.name like 'NERR%' then 1 - scaled_gain.gain else 1 end as continues,
        row_number() over down as hit
    from steps.scaled_gain
    inner join steps.viewing_weight using (measure, rank)
    where scaled_gain.family = 'expected_utility'
    window down as (
        partition by
            scaled_gain.measure,
            scaled_gain.run_id,
            scaled_gain.qrels_id,
            scaled_gain.topic_id
        order by scaled_gain.rank
    )
),

-- The chance that a reader did not stop at a gain above. The product is taken one gain after the
-- other: the last digit of a running window product depends on other rankings.
walk as (
    select
        *,
        1::double as chance
    from gains
    where hit = 1
    union all
    select
        gains.*,
        walk.chance * walk.continues as chance
    from walk
    inner join gains using (measure, run_id, qrels_id, topic_id)
    where walk.hit + 1 = gains.hit
)

-- The viewed ranks: all up to the first gain, then from each gain to the next.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(gain * weight * chance order by rank)
    / (min(viewed) + sum(viewed_next * (chance * continues) order by rank)) as value
from walk
group by all
