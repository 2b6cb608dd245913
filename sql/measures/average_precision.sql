-- AP: the precision at each relevant document, averaged over all relevant ones.
with

-- The number of a hit does not depend on the cutoff: measures of one level share it.
leveled as (
    select
        measure,
        cutoff,
        rel,
        judged_only,
        dense_rank() over (order by rel, judged_only) as level
    from measure
    where family = 'average_precision'
),

levels as (
    select distinct
        level,
        rel,
        judged_only
    from leveled
),

hits as (
    select
        levels.level,
        seen.run_id,
        seen.qrels_id,
        seen.topic_id,
        seen.rank,
        row_number() over (
            partition by seen.run_id, seen.topic_id, seen.qrels_id, levels.level
            order by seen.rank
        ) as hit
    from levels
    inner join steps.seen
        on levels.judged_only = seen.judged_only
        and levels.rel <= seen.grade
),

precisions as (
    select
        leveled.measure,
        hits.run_id,
        hits.qrels_id,
        hits.topic_id,
        sum(hits.hit / hits.rank order by hits.rank) as total
    from leveled
    inner join hits using (level)
    where hits.rank <= coalesce(leveled.cutoff, 2147483647)
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
