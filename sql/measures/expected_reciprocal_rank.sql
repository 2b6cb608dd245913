-- ERR: the expected reciprocal of the rank where a reader stops, satisfied.
with

satisfactions as (
    select
        examined.*,
        (2 ** least(examined.grade, measure.parameter['max_rel']) - 1)
        / 2 ** measure.parameter['max_rel'] as satisfied
    from examined
    inner join measure using (measure)
    where examined.family = 'expected_reciprocal_rank' and examined.grade > 0
),

views as (
    select
        measure,
        run_id,
        qrels_id,
        topic,
        rank,
        satisfied,
        coalesce(product(1 - satisfied) over (
            partition by measure, run_id, qrels_id, topic
            order by rank
            rows between unbounded preceding and 1 preceding
        ), 1) as viewed
    from satisfactions
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    sum(satisfied * viewed / rank order by rank) as value
from views
group by all
