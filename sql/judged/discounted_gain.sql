-- The discounted gain of each ranking, summed in rank order.
with

gains as (
    select
        gain,
        map(list(grade), list(value)) as gains
    from gain
    group by all
),

-- What stands below the cutoff has no weight.
discounts as (
    select
        measure.measure,
        list(discount.weight order by discount.rank) as weights,
        max(discount.rank) as depth
    from measure
    inner join discount
        on measure.discount = discount.discount
        and coalesce(measure.cutoff, 2147483647) >= discount.rank
    group by all
)

select
    measure.measure,
    measure.family,
    seen_list.run_id,
    seen_list.qrels_id,
    seen_list.topic,
    list_sum([
        gains.gains[seen_list.grades[number]]
        * discounts.weights[seen_list.places[number] - seen_list.before]
        for number in range(1, least(len(seen_list.places), discounts.depth) + 1)
    ]) as dcg
from measure
inner join gains using (gain)
inner join discounts using (measure)
inner join seen_list using (judged_only)
