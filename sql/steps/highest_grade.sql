-- The highest grade of each set of judgements.
select
    qrels_id,
    max(grade) as highest
from judgement
group by all
