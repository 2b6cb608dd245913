-- CG and DCG: the sum of the gains of a ranking, each weighted by the discount of its rank.
with

weights as (
    select
        measure.measure,
        measure.gain,
        measure.judged_only,
        discount.rank,
        discount.weight
    from measure
    inner join discount using (discount)
    where measure.family = 'dcg' and discount.rank <= coalesce(measure.cutoff, 2147483647)
)

select
    weights.measure,
    seen.run_id,
    seen.qrels_id,
    seen.topic_id,
    sum(gain.value * weights.weight order by seen.rank) as value
from steps.seen
inner join weights using (judged_only, rank)
inner join gain on weights.gain = gain.gain and seen.grade = gain.grade
where gain.value != 0
group by all
