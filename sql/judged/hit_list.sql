-- The ranks of the relevant documents of each ranking, for each way to be relevant.
with

-- Grade 1 and above is the usual way: its ranks are kept.
unusual as (
    select distinct
        rel,
        judged_only
    from measure
    where rel != 1 or (rel is not null and judged_only)
)

select
    1::double as rel,
    false as judged_only,
    run_id,
    qrels_id,
    topic,
    hits as ranks
from judged_list
union all
select
    unusual.rel,
    unusual.judged_only,
    judged_list.run_id,
    judged_list.qrels_id,
    judged_list.topic,
    list_filter(
        list_where(
            if(unusual.judged_only, judged_list.judged_ranks, judged_list.ranks),
            [grade >= unusual.rel for grade in judged_list.grades]
        ),
        lambda rank: rank is not null
    ) as ranks
from unusual
cross join judged_list
