-- The grades that the document at each rank may have, with their probabilities: with tied scores,
-- each document of the tie is equally likely to be there.
with

ties as (
    select
        run_id,
        qrels_id,
        topic_id,
        first_rank,
        documents,
        grade,
        count(*) as judged
    from steps.tied_document
    group by all
)

select
    run_id,
    qrels_id,
    topic_id,
    first_rank + unnest(range(documents)) as rank,
    grade,
    judged / documents as probability
from ties
