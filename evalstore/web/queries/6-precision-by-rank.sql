-- Share of relevant documents at each rank
-- $depth: 20
select rank, avg((grade >= 1)::integer) as relevant, avg((grade is null)::integer) as unjudged
from ranked_document
where rank <= $depth::integer
group by rank
order by rank
