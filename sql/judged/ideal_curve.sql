-- What the ideal ranking has gained, and cost to read, down to each of its ranks.
select
    ideal_ranking.measure,
    ideal_ranking.family,
    ideal_ranking.qrels_id,
    ideal_ranking.topic,
    ideal_ranking.rank,
    ideal_ranking.value,
    sum(ideal_ranking.value) over down as gained,
    sum(greatest(ideal_ranking.value, 1)) over down as cost,
    sum(ideal_ranking.value * discount.weight) over down as dcg,
    count(*) over (
        partition by
            ideal_ranking.measure,
            ideal_ranking.family,
            ideal_ranking.qrels_id,
            ideal_ranking.topic
    ) as deepest
from ideal_ranking
inner join discount
    on ideal_ranking.discount = discount.discount
    and ideal_ranking.rank = discount.rank
window
    down as (
        partition by
            ideal_ranking.measure,
            ideal_ranking.family,
            ideal_ranking.qrels_id,
            ideal_ranking.topic
        order by ideal_ranking.rank
    )
