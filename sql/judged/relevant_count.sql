-- How many documents of a topic each measure takes for relevant.
select
    measure.measure,
    grade_count.qrels_id,
    grade_count.topic,
    sum(grade_count.documents)::bigint as relevant
from measure
inner join grade_count on measure.rel <= grade_count.grade
group by all
