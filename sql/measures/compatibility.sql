-- Compat: the rank-biased overlap of a ranking with the ideal ranking that is closest to it.
with

standings as (
    select
        qrels_id,
        topic_id,
        grade,
        sum(count(*)) over (
            partition by qrels_id, topic_id
            order by grade desc
        ) - count(*) as better,
        sum(count(*)) over (partition by qrels_id, topic_id)::bigint as relevant
    from steps.graded_document
    where grade > 0
    group by qrels_id, topic_id, grade
),

-- A document counts in the overlap once both rankings have shown it.
shared as (
    select
        examined.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic_id,
        standings.relevant,
        greatest(examined.rank, standings.better + row_number() over (
            partition by
                examined.measure,
                examined.run_id,
                examined.qrels_id,
                examined.topic_id,
                examined.grade
            order by examined.rank
        ))::bigint as rank
    from steps.examined
    inner join standings using (qrels_id, topic_id, grade)
    where examined.family = 'compatibility'
),

agreements as (
    select
        shared.measure,
        shared.run_id,
        shared.qrels_id,
        shared.topic_id,
        shared.relevant,
        greatest(evaluated_topic.documents, shared.relevant) as depth,
        count(*) as hits,
        sum(overlap_weight.above order by shared.rank) as above
    from shared
    inner join steps.overlap_weight using (measure, rank)
    inner join steps.evaluated_topic using (run_id, qrels_id, topic_id)
    group by all
)

select
    agreements.measure,
    agreements.run_id,
    agreements.qrels_id,
    agreements.topic_id,
    (agreements.hits * complete.total - agreements.above) / case measure.parameter['normalize']
        when 1 then agreements.relevant * complete.total - best.all_above
        else (1 - measure.parameter['p'] ** agreements.depth) / (1 - measure.parameter['p'])
    end as value
from agreements
inner join measure using (measure)
-- Left joins, so that DuckDB does not join the two with each other first.
left join steps.overlap_weight as complete
    on agreements.measure = complete.measure
    and agreements.depth = complete.rank
left join steps.overlap_weight as best
    on agreements.measure = best.measure
    and agreements.relevant = best.rank
