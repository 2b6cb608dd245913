-- AP: the precision at each relevant document, averaged over all relevant ones.
with

hits as (
    select
        measure.measure,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        seen.rank,
        row_number() over (
            partition by seen.run_id, seen.topic_id, seen.qrels_id, measure.measure
            order by seen.rank
        ) as hit
    from measure
    inner join steps.seen
        on measure.judged_only = seen.judged_only
        and measure.rel <= seen.grade
    where
        measure.family = 'average_precision'
        and seen.rank <= coalesce(measure.cutoff, 2147483647)
),

precisions as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        sum(hit / rank order by rank) as total
    from hits
    group by all
)

select
    precisions.measure,
    precisions.run_id,
    precisions.qrels_id,
    precisions.topic_id,
    precisions.total / case measure.option['norm']
        when 'min' then least(relevant_count.relevant, measure.cutoff)
        else relevant_count.relevant
    end as value
from precisions
inner join measure using (measure)
inner join steps.relevant_count using (measure, qrels_id, topic_id)
