-- How many subtopics of a topic have a relevant document.
select
    rel,
    qrels_id,
    topic,
    count(*) as subtopics
from relevant_subtopic
group by all
