-- BPM: the gain per document of a reader who stops when satisfied, or at k, or at
-- the end of the ranking.
with

gains as (
    select
        scaled_gain.measure,
        scaled_gain.run_id,
        scaled_gain.qrels_id,
        scaled_gain.topic_id,
        scaled_gain.rank,
        scaled_gain.gain,
        coalesce(measure.cutoff, run_topic.documents) as depth,
        measure.parameter['T'] - 1e-9 as enough,
        sum(scaled_gain.gain) over (
            partition by
                scaled_gain.measure,
                scaled_gain.run_id,
                scaled_gain.qrels_id,
                scaled_gain.topic_id
            order by scaled_gain.rank
        ) as gained
    from measure
    inner join steps.scaled_gain using (measure)
    inner join run_topic using (run_id, topic_id)
    where measure.family = 'bejeweled_player'
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(gain order by rank) filter (gained - gain < enough)
    / coalesce(min(rank) filter (gained >= enough), any_value(depth)) as value
from gains
group by all
