-- The runs as a lake has them, each with the part that its rankings are in.
select
    collection.name as collection,
    run.system,
    run.tag,
    run.run_group,
    run.rank_rule,
    run.source,
    run.sha256,
    run.metadata::varchar as metadata,
    run_part.part
from run
inner join collection using (collection_id)
inner join run_part using (run_id)
order by collection.name, run.system
