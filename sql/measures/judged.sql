-- Judged@k: the share of the retrieved documents that have a judgement.
with

judged_counts as (
    select
        measure.measure,
        measure.cutoff,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        count(*) as judged
    from measure
    inner join judged_ranking on judged_ranking.rank <= coalesce(measure.cutoff, 2147483647)
    where measure.family = 'judged'
    group by all
)

select
    judged_counts.measure,
    judged_counts.run_id,
    judged_counts.qrels_id,
    judged_counts.topic_id,
    judged_counts.judged / least(evaluated_topic.documents, judged_counts.cutoff) as value
from judged_counts
inner join steps.evaluated_topic using (run_id, qrels_id, topic_id)
