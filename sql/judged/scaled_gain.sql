-- The documents that gain something, from 0 to 1, for measures that scale grades.
select
    examined.measure,
    examined.family,
    examined.name,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    examined.rank,
    case
        when examined.is_relevant then 1
        else
            (least(examined.grade, gain_scale.highest) - gain_scale.lowest)
            / (gain_scale.highest - gain_scale.lowest)
    end::double as gain
from examined
inner join gain_scale using (measure, qrels_id, topic)
where
    coalesce(
        examined.is_relevant,
        examined.grade > gain_scale.lowest and gain_scale.highest > gain_scale.lowest
    )
    and examined.grade >= 0
