-- AP, P and Rprec under each group of assessors alone, averaged over the groups.
with

groups as (
    select
        qrels_id,
        topic,
        count(distinct subtopic) as groups
    from judgement
    group by all
),

relevant as (
    select
        measure.measure,
        judgement.qrels_id,
        judgement.topic,
        judgement.subtopic,
        count(*) as relevant
    from measure
    inner join judgement on measure.rel <= judgement.grade
    where measure.family = 'assessor_average'
    group by all
),

values_by_group as (
    select
        assessor_hit.measure,
        assessor_hit.run_id,
        assessor_hit.qrels_id,
        assessor_hit.topic,
        assessor_hit.subtopic,
        any_value(measure.name) as name,
        any_value(measure.cutoff) as cutoff,
        any_value(relevant.relevant) as relevant,
        any_value(floor(measure.parameter['mult'] * relevant.relevant + 0.9)) as depth,
        sum(assessor_hit.hit / assessor_hit.rank order by assessor_hit.rank) as precisions,
        count(*) as found,
        count(*) filter (
            assessor_hit.rank <= floor(measure.parameter['mult'] * relevant.relevant + 0.9)
        ) as found_by_depth
    from assessor_hit
    inner join measure using (measure)
    inner join relevant using (measure, qrels_id, topic, subtopic)
    group by
        assessor_hit.measure,
        assessor_hit.run_id,
        assessor_hit.qrels_id,
        assessor_hit.topic,
        assessor_hit.subtopic
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    sum(case name
        when 'AP_JG' then precisions / relevant
        when 'P_JG' then found / cutoff
        else found_by_depth / depth
    end order by subtopic) / any_value(groups.groups) as value
from values_by_group
inner join groups using (qrels_id, topic)
group by measure, run_id, qrels_id, topic
