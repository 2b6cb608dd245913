-- The topics that a set of judgements covers.
select distinct
    qrels_id,
    topic_id
from judgement
