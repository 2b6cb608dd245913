-- The discounted gain of each ranking, summed in rank order.
select
    examined.measure,
    examined.family,
    examined.run_id,
    examined.qrels_id,
    examined.topic,
    sum(gain.value * discount.weight order by examined.rank) as dcg
from examined
inner join gain
    on examined.gain = gain.gain
    and examined.grade = gain.grade
inner join discount
    on examined.discount = discount.discount
    and examined.rank = discount.rank
where gain.value != 0
group by all
