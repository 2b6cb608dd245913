-- The discounted gain of the ideal ranking, summed in rank order.
select
    ideal_ranking.measure,
    ideal_ranking.qrels_id,
    ideal_ranking.topic,
    sum(ideal_ranking.value * discount.weight order by ideal_ranking.rank) as dcg
from ideal_ranking
inner join discount
    on ideal_ranking.discount = discount.discount
    and ideal_ranking.rank = discount.rank
group by all
