-- Relevant documents that no system has in its first k
-- $k: 100
select judged_document.topic, judged_document.docno, judged_document.grade
from judged_document
anti join (
    select topic, docno from ranked where rank <= $k::integer
) as retrieved using (topic, docno)
where judged_document.grade >= 1
order by judged_document.grade desc, judged_document.topic, judged_document.docno
limit 200
