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

hits as (
    select
        examined.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic,
        judgement.subtopic,
        examined.rank,
        row_number() over (
            partition by
                examined.measure,
                examined.run_id,
                examined.qrels_id,
                examined.topic,
                judgement.subtopic
            order by examined.rank
        ) as hit
    from examined
    inner join measure using (measure)
    inner join judgement using (qrels_id, topic, document_id)
    where examined.family = 'assessor_average' and measure.rel <= judgement.grade
),

values_by_group as (
    select
        hits.measure,
        hits.run_id,
        hits.qrels_id,
        hits.topic,
        hits.subtopic,
        any_value(measure.name) as name,
        any_value(measure.cutoff) as cutoff,
        any_value(relevant.relevant) as relevant,
        any_value(floor(measure.parameter['mult'] * relevant.relevant + 0.9)) as depth,
        sum(hits.hit / hits.rank order by hits.rank) as precisions,
        count(*) as found,
        count(*) filter (
            hits.rank <= floor(measure.parameter['mult'] * relevant.relevant + 0.9)
        ) as found_by_depth
    from hits
    inner join measure using (measure)
    inner join relevant using (measure, qrels_id, topic, subtopic)
    group by hits.measure, hits.run_id, hits.qrels_id, hits.topic, hits.subtopic
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
