-- Bpref and GMBpref: how rarely judged non-relevant documents stand above relevant ones.
with

pools as (
    select
        relevant_count.measure,
        relevant_count.qrels_id,
        relevant_count.topic,
        relevant_count.relevant,
        coalesce(sum(grade_count.documents), 0) as nonrelevant
    from relevant_count
    inner join measure using (measure)
    left join grade_count
        on relevant_count.qrels_id = grade_count.qrels_id
        and relevant_count.topic = grade_count.topic
        and grade_count.grade >= 0
        and measure.rel > grade_count.grade
    where measure.family = 'bpref'
    group by all
),

hits as (
    select
        measure.measure,
        counted_list.run_id,
        counted_list.qrels_id,
        counted_list.topic,
        list_where(
            counted_list.judged_ranks,
            [grade >= measure.rel for grade in counted_list.grades]
        ) as judged_ranks
    from measure
    cross join counted_list
    where measure.family = 'bpref'
),

bprefs as (
    select
        hits.measure,
        hits.run_id,
        hits.qrels_id,
        hits.topic,
        list_sum([
            case
                when judged_rank = hit then 1
                else
                    1 - least(judged_rank - hit, pools.relevant)
                    / least(pools.nonrelevant, pools.relevant)
            end
            for judged_rank, hit in hits.judged_ranks
        ]) / pools.relevant as bpref
    from hits
    inner join pools using (measure, qrels_id, topic)
)

select
    measure.measure,
    evaluated_topic.run_id,
    evaluated_topic.qrels_id,
    evaluated_topic.topic,
    case measure.name
        when 'GMBpref' then ln(greatest(coalesce(bprefs.bpref, 0), 1e-5))
        else bprefs.bpref
    end as value
from measure
cross join evaluated_topic
left join bprefs
    on measure.measure = bprefs.measure
    and evaluated_topic.run_id = bprefs.run_id
    and evaluated_topic.qrels_id = bprefs.qrels_id
    and evaluated_topic.topic = bprefs.topic
where measure.family = 'bpref'
