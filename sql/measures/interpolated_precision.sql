-- IPrec and IAP: the best precision at a point of recall or beyond, and its mean over eleven.
with

curves as (
    select
        recall_need.measure,
        relevant_ranking.run_id,
        recall_need.qrels_id,
        recall_need.topic,
        recall_need.recall,
        coalesce(
            max(relevant_ranking.hit / relevant_ranking.rank) filter (
                relevant_ranking.hit >= recall_need.need
            ),
            0
        ) as precision
    from recall_need
    inner join relevant_ranking using (measure, qrels_id, topic)
    where relevant_ranking.family = 'interpolated_precision'
    group by all
)

select
    measure,
    run_id,
    qrels_id,
    topic,
    sum(precision order by recall) / count(*) as value
from curves
group by all
