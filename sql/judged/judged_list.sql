-- The judged documents of each ranking, as lists in rank order.
select
    run_id,
    qrels_id,
    topic,
    [place - before for place in places] as ranks,
    judged_ranks,
    document_ids,
    grades,
    [place - before for place in hits] as hits
from judged_place
