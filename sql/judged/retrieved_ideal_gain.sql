-- The discounted gain of the best order of the documents that the run itself retrieved.
with

gains as (
    select
        measure.measure,
        measure.cutoff,
        measure.discount,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic,
        gain.value,
        row_number() over (
            partition by
                measure.measure,
                judged_ranking.run_id,
                judged_ranking.qrels_id,
                judged_ranking.topic
            order by gain.value desc
        ) as rank
    from measure
    inner join gain on measure.gain = gain.gain
    inner join judged_ranking on gain.grade = judged_ranking.grade
    where measure.option['ideal'] = 'run' and gain.value > 0
)

select
    gains.measure,
    gains.run_id,
    gains.qrels_id,
    gains.topic,
    sum(gains.value * discount.weight order by gains.rank) as dcg
from gains
inner join discount
    on gains.discount = discount.discount
    and gains.rank = discount.rank
where gains.rank <= coalesce(gains.cutoff, 2147483647)
group by all
