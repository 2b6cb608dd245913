-- The ranked rows in the order that they are kept: by run, topic and rank.
select
    incoming_topic.run_id,
    incoming_topic.topic,
    untied.rank,
    untied.document_id,
    untied.score,
    untied.file_rank,
    untied.is_tied
from untied
inner join incoming_topic using (list_number)
order by untied.list_number, untied.rank
