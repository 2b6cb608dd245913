-- The documents that gain something, from 0 to 1, for measures that scale grades.
select
    examined.measure,
    examined.family,
    examined.name,
    examined.run_id,
    examined.qrels_id,
    examined.topic_id,
    examined.rank,
    graded_gain.gain
from steps.examined
inner join steps.graded_gain using (measure, qrels_id, topic_id, grade)
