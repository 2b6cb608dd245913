-- The ranks at which each measure finds relevant documents, a list for each ranking.
select
    measure.measure,
    measure.family,
    hit_list.run_id,
    hit_list.qrels_id,
    hit_list.topic,
    -- Among the first k that are relevant are all that stand among the first k.
    case
        when coalesce(hit_list.ranks[-1] <= measure.cutoff, true) then hit_list.ranks
        else list_filter(
            hit_list.ranks[:measure.cutoff],
            lambda rank: rank <= measure.cutoff
        )
    end as ranks
from measure
inner join hit_list using (rel, judged_only)
