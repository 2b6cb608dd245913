-- AP: the precision at each relevant document, averaged over all relevant ones.
with

-- The number of a hit does not depend on the cutoff: measures of one grade share it.
levels as (
    select distinct
        judged_only,
        rel
    from measure
    where family = 'average_precision'
),

hits as (
    select
        levels.judged_only,
        levels.rel,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        seen.rank,
        row_number() over (
            partition by
                seen.run_id, seen.topic_id, seen.qrels_id, levels.rel, levels.judged_only
            order by seen.rank
        ) as hit
    from levels
    inner join steps.seen
        on levels.judged_only = seen.judged_only
        and levels.rel <= seen.grade
),

precisions as (
    select
        measure.measure,
        hits.run_id,
        hits.qrels_id,
        hits.topic_id,
        sum(hits.hit / hits.rank order by hits.rank) as total
    from measure
    inner join hits using (judged_only, rel)
    where
        measure.family = 'average_precision'
        and hits.rank <= coalesce(measure.cutoff, 2147483647)
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
