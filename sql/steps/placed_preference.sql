-- Every preference of a group, and where a run has its two documents.
select
    better.run_id,
    preferred_document.qrels_id,
    preferred_document.topic_id,
    preferred_document.judgement_group,
    preferred_document.is_partial,
    preferred_document.groups,
    preferred_document.better,
    preferred_document.worse,
    better.place as better_place,
    worse.place as worse_place,
    better.is_retrieved as has_better,
    worse.is_retrieved as has_worse,
    better.is_retrieved and better.place < worse.place as is_fulfilled
from steps.preferred_document
inner join steps.preference_place as better
    on preferred_document.qrels_id = better.qrels_id
    and preferred_document.topic_id = better.topic_id
    and preferred_document.better = better.document_id
inner join steps.preference_place as worse
    on preferred_document.qrels_id = worse.qrels_id
    and preferred_document.topic_id = worse.topic_id
    and preferred_document.worse = worse.document_id
    and better.run_id = worse.run_id
