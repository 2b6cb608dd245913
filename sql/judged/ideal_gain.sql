-- The discounted gain of the ideal ranking: all judged documents, highest gain first.
with

gains as (
    select
        measure.measure,
        measure.cutoff,
        measure.discount,
        grade_count.qrels_id,
        grade_count.topic,
        grade_count.documents,
        gain.value,
        sum(grade_count.documents) over (
            partition by measure.measure, grade_count.qrels_id, grade_count.topic
            order by gain.value desc, grade_count.grade desc
        ) as last_rank
    from measure
    inner join gain on measure.gain = gain.gain
    inner join grade_count on gain.grade = grade_count.grade
    where gain.value > 0
),

ideal_ranking as (
    select
        measure,
        discount,
        qrels_id,
        topic,
        value,
        unnest(range(
            last_rank::bigint - documents + 1,
            least(last_rank::bigint, coalesce(cutoff, 2147483647)) + 1
        )) as rank
    from gains
)

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
