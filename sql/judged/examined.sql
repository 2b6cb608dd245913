-- The judged documents that each measure looks at, at the rank it sees them.
with

-- Among the first k judged documents are all that stand among the first k.
listed as (
    select
        measure.*,
        judged_list.run_id,
        judged_list.qrels_id,
        judged_list.topic,
        judged_list.grades,
        if(measure.judged_only, judged_list.judged_ranks, judged_list.ranks) as ranks,
        case
            when measure.judged_only or measure.cutoff is null then len(judged_list.ranks)
            else measure.cutoff
        end as enough
    from measure
    cross join judged_list
),

seen as (
    select
        measure,
        family,
        name,
        cutoff,
        rel,
        gain,
        discount,
        run_id,
        qrels_id,
        topic,
        unnest(ranks[:enough]) as rank,
        unnest(grades[:enough]) as grade
    from listed
)

select
    * exclude (cutoff, rel),
    grade >= rel as is_relevant
from seen
where rank <= coalesce(cutoff, 2147483647)
