-- AP: the precision at each relevant document, averaged over all of them.
select
    precision_sum.measure,
    precision_sum.run_id,
    precision_sum.qrels_id,
    precision_sum.topic,
    precision_sum.precisions / case measure.option['norm']
        when 'min' then least(relevant_count.relevant, measure.cutoff)
        else relevant_count.relevant
    end as value
from precision_sum
inner join measure using (measure)
inner join relevant_count using (measure, qrels_id, topic)
where precision_sum.family = 'average_precision'
