-- AP, P and Rprec under each group of assessors alone, averaged over the groups.
with

groups as (
    select
        qrels_id,
        topic_id,
        count(distinct subtopic) as groups
    from judgement
    group by all
),

relevant as (
    select
        measure.measure,
        judgement.qrels_id,
        judgement.topic_id,
        judgement.subtopic,
        count(*) as relevant,
        floor(any_value(measure.parameter['mult']) * count(*) + 0.9) as depth
    from measure
    inner join judgement on measure.rel <= judgement.grade
    where measure.family = 'assessor_average'
    group by all
),

-- The documents that are relevant to each group, numbered in rank order.
hits as (
    select
        measure.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic_id,
        judgement.subtopic,
        examined.rank,
        row_number() over (
            partition by
                measure.measure,
                examined.run_id,
                examined.qrels_id,
                examined.topic_id,
                judgement.subtopic
            order by examined.rank
        ) as hit
    from measure
    inner join steps.examined using (measure)
    inner join judgement using (qrels_id, topic_id, document_id)
    where measure.family = 'assessor_average' and measure.rel <= judgement.grade
),

group_values as (
    select
        hits.* exclude (rank, hit),
        case any_value(measure.name)
            when 'AP_JG'
                then sum(hits.hit / hits.rank order by hits.rank) / any_value(relevant.relevant)
            when 'P_JG' then count(*) / any_value(measure.cutoff)
            else count(*) filter (hits.rank <= relevant.depth) / any_value(relevant.depth)
        end as value
    from hits
    inner join measure using (measure)
    inner join relevant using (measure, qrels_id, topic_id, subtopic)
    group by all
)

select
    group_values.measure,
    group_values.run_id,
    group_values.qrels_id,
    group_values.topic_id,
    sum(group_values.value order by group_values.subtopic) / any_value(groups.groups) as value
from group_values
inner join groups using (qrels_id, topic_id)
group by
    group_values.measure,
    group_values.run_id,
    group_values.qrels_id,
    group_values.topic_id
