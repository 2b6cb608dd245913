-- The preferences that each measure counts, group by group.
select
    measure.measure,
    measure.family,
    measure.name,
    preference_count.run_id,
    preference_count.qrels_id,
    preference_count.topic,
    preference_count.judgement_group,
    preference_count.groups,
    case measure.option['scope']
        when 'retrieved' then preference_count.fulfilled_retrieved
        else preference_count.fulfilled
    end as fulfilled,
    case measure.option['scope']
        when 'retrieved' then preference_count.retrieved
        when 'implied' then preference_count.implied
        else preference_count.stated
    end as possible
from measure
cross join preference_count
where measure.family in ('preference_ratio', 'preference_pair', 'preference_balance')
