-- The judged documents that each measure looks at, at the rank it sees them.
with

listed as (
    select
        measure.*,
        seen_list.* exclude (judged_only),
        coalesce(measure.cutoff, 2147483647) as depth
    from measure
    inner join seen_list using (judged_only)
),

-- Among the first k judged documents are all that stand among the first k.
seen as (
    select
        measure,
        family,
        name,
        depth,
        rel,
        gain,
        discount,
        run_id,
        qrels_id,
        topic,
        unnest(places[:depth]) - before as rank,
        unnest(grades[:depth]) as grade
    from listed
)

select
    * exclude (depth, rel),
    grade >= rel as is_relevant
from seen
where rank <= depth
