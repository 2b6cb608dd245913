-- Every score with its z-score: its distance to the systems' mean on the topic, in deviations.
select
    collection,
    qrels,
    system,
    topic,
    measure,
    value,
    case
        when stddev_samp(value) over on_topic > 0
            then (value - avg(value) over on_topic) / stddev_samp(value) over on_topic
        else 0
    end as z_score
from topic_score
window on_topic as (partition by collection, qrels, measure, topic)
