-- RBP: the gain per document of a reader who goes on to the next with probability p.
select
    scaled_gain.measure,
    scaled_gain.run_id,
    scaled_gain.qrels_id,
    scaled_gain.topic_id,
    (1 - any_value(measure.parameter['p'])) * sum(
        scaled_gain.gain * measure.parameter['p'] ** (scaled_gain.rank - 1)
        order by scaled_gain.rank
    ) as value
from measure
inner join steps.scaled_gain using (measure)
where measure.family = 'rank_biased_precision'
group by
    scaled_gain.measure,
    scaled_gain.run_id,
    scaled_gain.qrels_id,
    scaled_gain.topic_id
