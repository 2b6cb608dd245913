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
),

seen as (
    select
        measure.measure,
        measure.family,
        gains.gains,
        discounts.weights,
        judged_list.* exclude (ranks),
        case
            when measure.judged_only then judged_list.judged_ranks
            else judged_list.ranks[:discounts.depth]
        end as ranks
    from measure
    inner join gains using (gain)
    inner join discounts using (measure)
    cross join judged_list
)

select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    list_sum([gains[grades[place]] * weights[rank] for rank, place in ranks]) as dcg
from seen
