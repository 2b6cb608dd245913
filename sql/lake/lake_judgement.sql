-- The judgements of one set as a lake has them.
select
    topic.name as topic,
    judgement.subtopic,
    judgement.subgroup,
    document.docno,
    judgement.grade,
    judgement.stratum,
    judgement.probability
from judgement
inner join topic using (topic_id)
inner join document using (document_id)
where judgement.qrels_id = $qrels_id
order by topic.name, document.docno, judgement.subtopic, judgement.subgroup
