-- The precisions at the relevant documents of each ranking, summed in rank order.
select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    list_reduce(  -- noqa: PRS
        ranks,
        lambda precisions, rank, hit: precisions + hit / rank,
        0::double
    ) as precisions
from relevant_list
