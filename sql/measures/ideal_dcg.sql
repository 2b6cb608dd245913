-- IDCG: the discounted gain of the ideal ranking.
with

ideal_dcgs as (
    select
        ideal_ranking.measure,
        ideal_ranking.qrels_id,
        ideal_ranking.topic_id,
        sum(ideal_ranking.gain * discount.weight order by ideal_ranking.rank) as dcg
    from steps.ideal_ranking
    inner join discount using (discount, rank)
    where ideal_ranking.family = 'ideal_dcg'
    group by all
)

select
    ideal_dcgs.measure,
    evaluated_topic.run_id,
    ideal_dcgs.qrels_id,
    ideal_dcgs.topic_id,
    ideal_dcgs.dcg as value
from ideal_dcgs
inner join steps.evaluated_topic using (qrels_id, topic_id)
