-- Compat: the rank-biased overlap of a ranking with the ideal ranking that is closest to it.
with

standings as (
    select
        qrels_id,
        topic,
        grade,
        sum(documents) over (
            partition by qrels_id, topic
            order by grade desc
        ) - documents as better,
        sum(documents) over (partition by qrels_id, topic)::bigint as relevant
    from grade_count
    where grade > 0
),

-- A document counts in the overlap once both rankings have shown it.
shared as (
    select
        examined.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic,
        standings.relevant,
        greatest(examined.rank, standings.better + row_number() over (
            partition by
                examined.measure,
                examined.run_id,
                examined.qrels_id,
                examined.topic,
                examined.grade
            order by examined.rank
        ))::bigint as rank
    from examined
    inner join standings using (qrels_id, topic, grade)
    where examined.family = 'compatibility'
),

agreements as (
    select
        shared.measure,
        shared.run_id,
        shared.qrels_id,
        shared.topic,
        shared.relevant,
        greatest(evaluated_topic.documents, shared.relevant) as depth,
        count(*) as hits,
        sum(overlap_weight.above order by shared.rank) as above
    from shared
    inner join overlap_weight using (measure, rank)
    inner join evaluated_topic using (run_id, qrels_id, topic)
    group by all
)

select
    agreements.measure,
    agreements.run_id,
    agreements.qrels_id,
    agreements.topic,
    (agreements.hits * whole.total - agreements.above) / case measure.parameter['normalize']
        when 1 then agreements.relevant * whole.total - best.all_above
        else (1 - measure.parameter['p'] ** agreements.depth) / (1 - measure.parameter['p'])
    end as value
from agreements
inner join measure using (measure)
inner join overlap_weight as whole
    on agreements.measure = whole.measure
    and agreements.depth = whole.rank
inner join overlap_weight as best
    on agreements.measure = best.measure
    and agreements.relevant = best.rank
