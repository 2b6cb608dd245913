-- The runs of which the store has scores only: their rankings are in a lake.
select distinct custom_value.run_id
from custom_value
where custom_value.name not in (select name from custom_measure where is_function)
