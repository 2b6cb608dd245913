-- ERR: the expected reciprocal of the rank where a reader stops, satisfied.
with recursive

satisfactions as materialized (
    select
        examined.measure,
        examined.run_id,
        examined.qrels_id,
        examined.topic_id,
        examined.rank,
        row_number() over (
            partition by examined.measure, examined.run_id, examined.qrels_id, examined.topic_id
            order by examined.rank
        ) as hit,
        satisfaction.satisfied
    from steps.examined
    inner join steps.satisfaction using (measure, grade)
),

-- A reader views a document after all above it have failed to satisfy. The product is taken one
-- document after the other: the last digit of a running window product depends on other rankings.
views as (
    select
        *,
        1::double as viewed
    from satisfactions
    where hit = 1
    union all
    select
        satisfactions.*,
        views.viewed * (1 - views.satisfied) as viewed
    from views
    inner join satisfactions
        on views.measure = satisfactions.measure
        and views.run_id = satisfactions.run_id
        and views.qrels_id = satisfactions.qrels_id
        and views.topic_id = satisfactions.topic_id
        and views.hit + 1 = satisfactions.hit
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    sum(satisfied * viewed / rank order by rank) as value
from views
group by all
