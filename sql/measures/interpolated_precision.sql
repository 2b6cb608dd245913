-- IPrec and IAP: the best precision at a point of recall or beyond, and its mean over eleven.
with

needs as (
    select
        measure,
        qrels_id,
        topic,
        list(greatest(ceil(need), 1)::bigint order by recall) as needs
    from recall_need
    group by all
),

curves as (
    select
        relevant_list.measure,
        relevant_list.run_id,
        relevant_list.qrels_id,
        relevant_list.topic,
        needs.needs,
        [hit / rank for rank, hit in relevant_list.ranks] as precisions
    from relevant_list
    inner join needs using (measure, qrels_id, topic)
    where relevant_list.family = 'interpolated_precision'
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    list_sum([coalesce(list_max(precisions[need:]), 0) for need in needs]) / len(needs) as value
from curves
