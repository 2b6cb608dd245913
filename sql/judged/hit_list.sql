-- The ranks of the relevant documents of each ranking, for each way to tell what is relevant.
select
    1::double as rel,
    false as judged_only,
    run_id,
    qrels_id,
    topic,
    hits as ranks
from judged_list
union all
select
    unusual_relevance.rel,
    unusual_relevance.judged_only,
    seen_list.run_id,
    seen_list.qrels_id,
    seen_list.topic,
    list_where(
        [place - seen_list.before for place in seen_list.places],
        [grade >= unusual_relevance.rel for grade in seen_list.grades]
    ) as ranks
from unusual_relevance
inner join seen_list using (judged_only)
