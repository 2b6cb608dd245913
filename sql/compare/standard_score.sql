-- Every score with its z-score: its distance to the mean of all systems on the topic, in standard
-- deviations.
-- collection: the collection's name
-- qrels: the name of the set of judgements
-- system: the run's name
-- topic: the topic's name
-- measure: the measure
-- value: the system's score on the topic
-- z_score: number of standard deviations above the mean of all systems; 0 if all are equal
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
-- Of all systems on the topic, in the order of their names, so that the sums have an order.
window
    on_topic as (
        partition by collection, qrels, measure, topic
        order by system
        rows between unbounded preceding and unbounded following
    )
