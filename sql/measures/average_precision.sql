-- AP: the precision at each relevant document, averaged over all relevant documents.
with

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        sum(hit / rank order by rank) as total
    from relevant_ranking
    where family = 'average_precision'
    group by all
)

select
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic,
    case measure.option['norm']
        when 'min' then precisions.total / least(relevant_count.relevant, measure.cutoff)
        else precisions.total / relevant_count.relevant
    end as value
from precisions
inner join measure using (measure)
inner join relevant_count using (measure, qrels_id, topic)
