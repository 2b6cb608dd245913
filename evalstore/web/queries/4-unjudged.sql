-- Unjudged documents in the first k, by how many systems have them
-- $k: 10
select topic, docno, count(*) as systems, min(rank) as best_rank
from ranked_document
where grade is null and rank <= $k::integer
group by topic, docno
order by systems desc, best_rank, docno
limit 50
