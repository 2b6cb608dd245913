-- INST: the gain per viewed document of a reader who adapts to what has been found.
with

gains as (
    select
        scaled_gain.measure,
        scaled_gain.run_id,
        scaled_gain.qrels_id,
        scaled_gain.topic,
        scaled_gain.rank,
        scaled_gain.gain,
        2 * measure.parameter['T'] as goal,
        measure.parameter['depth']::bigint as depth
    from scaled_gain
    inner join measure using (measure)
    where scaled_gain.family = 'inst' and scaled_gain.rank <= measure.parameter['depth']
),

-- The last stretch ends at the depth, where a row that gains nothing stands for its end.
stops as (
    from gains
    union all
    select distinct * replace (depth as rank, 0 as gain)
    from gains
),

wants as (
    select
        *,
        goal - sum(gain) over down - 1 as wanted,
        goal - coalesce(sum(gain) over above, 0) - 1 as wanted_before,
        coalesce(lag(rank) over down, 0) as rank_before
    from stops
    window
        down as (
            partition by measure, run_id, qrels_id, topic
            order by rank asc, gain desc
            rows unbounded preceding
        ),
        above as (
            partition by measure, run_id, qrels_id, topic
            order by rank asc, gain desc
            rows between unbounded preceding and 1 preceding
        )
),

-- Between two gains, rank x is viewed with probability reach / (x + wanted_before)^2.
stretches as (
    select
        *,
        goal ** 2 * coalesce(product(((rank + wanted) / (rank + wanted_before)) ** 2) over (
            partition by measure, run_id, qrels_id, topic
            order by rank asc, gain desc
            rows between unbounded preceding and 1 preceding
        ), 1) as reach,
        coalesce(list_sum([
            1 / ((x + wanted_before) * (x + wanted_before))
            for x in range(rank_before + 1, rank + 1)
        ]), 0) as inverse_squares
    from wants
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    sum(gain * reach / (rank + wanted_before) ** 2 order by rank)
    / sum(reach * inverse_squares order by rank) as value
from stretches
group by all
