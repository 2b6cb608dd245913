-- The documents that gain something, beside what the ideal ranking has gained down to their rank.
with

ends as (
    select *
    from ideal_curve
    where rank = deepest
),

placed as (
    select
        gained.*,
        ends.deepest,
        ends.gained as all_gained,
        ends.dcg as all_dcg,
        least(gained.rank, ends.deepest) as ideal_rank
    from gained
    inner join ends using (measure, family, qrels_id, topic)
)

select
    placed.*,
    ideal_curve.dcg as ideal_dcg,
    ideal_curve.cost + placed.rank - placed.ideal_rank as ideal_cost
from placed
inner join ideal_curve
    on placed.measure = ideal_curve.measure
    and placed.family = ideal_curve.family
    and placed.qrels_id = ideal_curve.qrels_id
    and placed.topic = ideal_curve.topic
    and placed.ideal_rank = ideal_curve.rank
