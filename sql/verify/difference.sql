-- The rows of a derived table that are not what its select computes.
with

superfluous as (
    select * from stored
    except all
    select * from computed
),

missing as (
    select * from computed
    except all
    select * from stored
),

wrong as (
    select
        run_id,
        topic_id,
        true as is_stored
    from superfluous
    union all
    select
        run_id,
        topic_id,
        false as is_stored
    from missing
)

select
    (select count(*) from stored) as checked,
    greatest(count(*) filter (is_stored), count(*) filter (not is_stored)) as wrong,
    min(
        'run ' || coalesce(run.system, 'number ' || wrong.run_id)
        || ', topic ' || coalesce(topic.name, 'number ' || wrong.topic_id)
    ) as example
from wrong
left join run using (run_id)
left join topic using (topic_id)
