-- PrefSimp, PrefGroup and NumPrefs: how many preferences a ranking fulfils.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    case name
        when 'NumPrefs' then sum(possible)
        when 'NumPrefsFul' then sum(fulfilled)
        when 'PrefSimp' then sum(fulfilled) / nullif(sum(possible), 0)
        else
            sum(coalesce(fulfilled / nullif(possible, 0), 0) order by judgement_group)
            / any_value(groups)
    end as value
from steps.preference_count
where family = 'preference_ratio'
group by
    measure,
    name,
    run_id,
    qrels_id,
    topic_id
