-- The incoming quantities with the numbers of their runs and topics, the first line that gives the
-- same quantity, the unit of its name in the lines above, and how it compares with the stored one.
select
    incoming.*,
    run.run_id,
    topic.topic_id,
    first_value(incoming.line) over same_quantity as first_line,
    row_number() over same_quantity as repetition,
    first_value(incoming.unit) over same_name as first_unit,
    efficiency.run_id is not null as is_stored,
    efficiency.run_id is not null
    and (incoming.value != efficiency.value or incoming.unit is distinct from efficiency.unit)
        as is_changed
from incoming
left join run
    on incoming.system = run.system
    and run.collection_id = $collection_id
left join topic
    on incoming.topic = topic.name
    and topic.collection_id = $collection_id
left join efficiency
    on run.run_id = efficiency.run_id
    and incoming.name = efficiency.name
    and (incoming.topic is null or topic.topic_id is not null)
    and topic.topic_id is not distinct from efficiency.topic_id
window
    same_quantity as (
        partition by incoming.system, incoming.topic, incoming.name order by incoming.position
    ),
    same_name as (partition by incoming.system, incoming.name order by incoming.position)
order by incoming.position
