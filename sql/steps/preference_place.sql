-- The ranks of the documents of a topic's preferences in a run; documents it misses are last.
with

named as (
    select distinct
        qrels_id,
        topic_id,
        document_id
    from steps.preference
)

select
    evaluated_topic.run_id,
    named.qrels_id,
    named.topic_id,
    named.document_id,
    judged_ranking.rank is not null as is_retrieved,
    row_number() over (
        partition by evaluated_topic.run_id, named.qrels_id, named.topic_id
        order by
            judged_ranking.rank nulls last,
            document.docno
    ) as place
from steps.evaluated_topic
inner join named using (qrels_id, topic_id)
inner join document using (document_id)
left join judged_ranking
    on evaluated_topic.run_id = judged_ranking.run_id
    and named.qrels_id = judged_ranking.qrels_id
    and named.topic_id = judged_ranking.topic_id
    and named.document_id = judged_ranking.document_id
