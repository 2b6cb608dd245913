-- The ranked documents of every run with their grades; no grade: unjudged.
with

graded as (
    select
        run.run_id,
        qrels.name as qrels,
        judged_ranking.topic,
        judged_ranking.rank,
        judged_ranking.grade
    from run
    inner join judged_ranking using (run_id)
    inner join qrels using (qrels_id)
),

paired as (
    select
        run.run_id,
        run.collection_id,
        run.system,
        qrels.name as qrels
    from run
    left join qrels using (collection_id)
)

select
    collection.name as collection,
    paired.qrels,
    paired.system,
    ranking.topic,
    ranking.rank,
    coalesce(named_document.docno, ranking.document_id::varchar) as docno,
    ranking.score,
    graded.grade
from paired
inner join collection using (collection_id)
inner join ranking using (run_id)
left join named_document using (document_id)
left join graded
    on paired.run_id = graded.run_id
    and paired.qrels = graded.qrels
    and ranking.topic = graded.topic
    and ranking.rank = graded.rank
