-- PrefPair: the share of preferences fulfilled on each pair of documents, averaged over pairs.
with

pairs as (
    select
        run_id,
        qrels_id,
        topic_id,
        least(better_place, worse_place) as upper_place,
        greatest(better_place, worse_place) as lower_place,
        has_better or has_worse as has_one,
        has_better and has_worse as has_both,
        count(*) filter (is_fulfilled) / count(*) as ratio
    from steps.placed_preference
    where groups > 1
    group by all
)

-- If one group judged a topic, every pair has one preference.
select
    measure,
    run_id,
    qrels_id,
    topic_id,
    fulfilled / nullif(possible, 0) as value
from steps.preference_count
where family = 'preference_pair' and groups = 1
union all
select
    measure.measure,
    pairs.run_id,
    pairs.qrels_id,
    pairs.topic_id,
    sum(pairs.ratio order by not pairs.has_both, pairs.upper_place, pairs.lower_place)
    / count(*) as value
from measure
cross join pairs
where
    measure.family = 'preference_pair'
    and case measure.option['scope']
        when 'retrieved' then pairs.has_both
        when 'implied' then pairs.has_one
        else true
    end
group by
    measure.measure,
    pairs.run_id,
    pairs.qrels_id,
    pairs.topic_id
