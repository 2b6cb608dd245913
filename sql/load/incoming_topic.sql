-- The incoming ranked lists, numbered: one for each topic of each run.
with

lists as (
    select
        incoming_file.run_id,
        incoming_file.file,
        incoming.topic,
        incoming_file.rank_rule,
        count(*) as documents
    from incoming
    inner join incoming_file using (file)
    group by all
)

select
    row_number() over (order by run_id, topic)::integer as list_number,
    run_id,
    file,
    topic,
    rank_rule,
    documents
from lists
