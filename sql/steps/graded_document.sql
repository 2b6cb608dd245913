-- Every judged document of a topic, once, with its highest grade.
select
    qrels_id,
    topic_id,
    document_id,
    max(grade) as grade
from judgement
group by all
