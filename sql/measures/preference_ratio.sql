-- PrefSimp, PrefGroup and NumPrefs: how many preferences a ranking fulfils.
with

ratios as (
    select
        measure.measure,
        measure.name,
        preference_count.run_id,
        preference_count.qrels_id,
        preference_count.topic,
        preference_count.judgement_group,
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
    where measure.family = 'preference_ratio'
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    case name
        when 'NumPrefs' then sum(possible)
        when 'NumPrefsFul' then sum(fulfilled)
        when 'PrefSimp' then sum(fulfilled) / nullif(sum(possible), 0)
        else coalesce(
            sum(fulfilled / nullif(possible, 0) order by judgement_group), 0
        ) / count(*)
    end as value
from ratios
group by
    measure,
    name,
    run_id,
    qrels_id,
    topic
