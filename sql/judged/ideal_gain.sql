-- The discounted gain of the ideal ranking, summed in rank order.
with

shape_gain as (
    select
        shape_ranking.measure,
        shape_ranking.shape,
        sum(shape_ranking.value * discount.weight order by shape_ranking.rank) as dcg
    from shape_ranking
    inner join discount
        on shape_ranking.discount = discount.discount
        and shape_ranking.rank = discount.rank
    group by all
)

select
    shape_gain.measure,
    grade_shape.qrels_id,
    grade_shape.topic,
    shape_gain.dcg
from shape_gain
inner join grade_shape using (shape)
