-- The precisions at the relevant documents of each ranking, summed in rank order.
select
    measure,
    family,
    run_id,
    qrels_id,
    topic,
    list_sum([hit / rank for rank, hit in ranks]) as precisions
from relevant_list
