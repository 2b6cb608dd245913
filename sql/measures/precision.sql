-- P@k: the share of the first k ranks with a relevant document.
select
    hit.measure,
    hit.run_id,
    hit.qrels_id,
    hit.topic_id,
    count(*) / any_value(measure.cutoff) as value
from steps.hit
inner join measure using (measure)
where hit.family = 'precision'
group by all
