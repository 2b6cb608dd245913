-- INST: the gain per viewed document of a reader who adapts to the gain so far.
with recursive

gains as (
    select
        scaled_gain.measure,
        scaled_gain.run_id,
        scaled_gain.qrels_id,
        scaled_gain.topic_id,
        scaled_gain.rank,
        scaled_gain.gain,
        2 * measure.parameter['T'] as goal,
        measure.parameter['depth']::bigint as depth
    from measure
    inner join steps.scaled_gain using (measure)
    where measure.family = 'inst' and scaled_gain.rank <= measure.parameter['depth']
),

-- The documents that gain something, and an end at the depth, which gains nothing.
stops as materialized (
    select
        *,
        row_number() over (
            partition by measure, run_id, qrels_id, topic_id
            order by rank asc, gain desc
        ) as stop
    from (
        select *
        from gains
        union all
        select distinct * replace (depth as rank, 0 as gain)
        from gains
    ) as gains_and_end
),

-- Up to a stop, rank x is viewed with probability goal^2 * chance / (x + wanted)^2. Taken one
-- stop after the other: the last digit of a running window product depends on other rankings.
walk as (
    select
        *,
        0::bigint as rank_before,
        gain as gained,
        goal - 1 as wanted,
        1::double as chance
    from stops
    where stop = 1
    union all
    select
        stops.*,
        walk.rank as rank_before,
        walk.gained + stops.gain as gained,
        walk.goal - walk.gained - 1 as wanted,
        walk.chance * ((walk.rank + (walk.goal - walk.gained - 1)) / (walk.rank + walk.wanted)) ** 2
    from walk
    inner join stops using (measure, run_id, qrels_id, topic_id)
    where walk.stop + 1 = stops.stop
),

parts as (
    select
        * exclude (viewed_rank),
        sum(1 / ((viewed_rank + wanted) * (viewed_rank + wanted)) order by viewed_rank) as viewed
    from (
        select
            *,
            unnest(range(rank_before + 1, rank + 1)) as viewed_rank
        from walk
    ) as viewed_ranks
    group by all
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(goal ** 2 * chance * gain / (rank + wanted) ** 2 order by rank)
    / sum(goal ** 2 * chance * viewed order by rank) as value
from parts
group by all
