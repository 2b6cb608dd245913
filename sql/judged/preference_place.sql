-- Where a run has the documents that a topic's preferences name; what it misses stands last.
with

named as (
    select distinct
        qrels_id,
        topic,
        document_id
    from preference
)

select
    evaluated_topic.run_id,
    named.qrels_id,
    named.topic,
    named.document_id,
    judged_ranking.rank is not null as is_retrieved,
    row_number() over (
        partition by evaluated_topic.run_id, named.qrels_id, named.topic
        order by
            judged_ranking.rank nulls last,
            coalesce(named_document.docno, named.document_id::varchar)
    ) as place
from evaluated_topic
inner join named using (qrels_id, topic)
left join named_document using (document_id)
left join judged_ranking
    on evaluated_topic.run_id = judged_ranking.run_id
    and named.qrels_id = judged_ranking.qrels_id
    and named.topic = judged_ranking.topic
    and named.document_id = judged_ranking.document_id
