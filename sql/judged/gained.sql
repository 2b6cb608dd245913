-- The documents that gain something, and what the ranking has gained down to them.
select
    examined.measure,
    examined.family,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    examined.rank,
    gain.value,
    gain.value * discount.weight as discounted,
    sum(gain.value) over down as gained,
    sum(gain.value * discount.weight) over down as dcg
from examined
inner join gain
    on examined.gain = gain.gain
    and examined.grade = gain.grade
inner join discount
    on examined.discount = discount.discount
    and examined.rank = discount.rank
where gain.value != 0
window
    down as (
        partition by
            examined.measure,
            examined.family,
            examined.run_id,
            examined.qrels_id,
            examined.topic
        order by examined.rank
    )
