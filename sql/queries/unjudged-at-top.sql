-- The documents without a judgement that the most systems rank highly: what to judge next.
-- $depth = 10: ranks that are looked at
-- $limit = 20: number of documents
select
    qrels,
    topic,
    docno,
    count(*) as systems,
    min(rank) as best_rank
from ranked_document
where
    grade is null
    and rank <= $depth::integer
group by all
order by systems desc, best_rank asc, topic asc, docno asc
limit $limit::integer
