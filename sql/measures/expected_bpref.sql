-- The mean of Bpref over all orders of tied documents. Of the non-relevant documents in a relevant
-- document's tie, each number from none to all is equally likely to be above it.
with

chances as (
    select
        *,
        judged - relevant as nonrelevant,
        judged_above - relevant_above + unnest(range(1 + judged - relevant)) as nonrelevant_above
    from steps.judged_tie
    where family = 'bpref' and relevant > 0
)

select
    chances.measure,
    chances.run_id,
    chances.qrels_id,
    chances.topic_id,
    sum(
        chances.relevant / (1 + chances.nonrelevant) * case
            when chances.nonrelevant_above = 0 then 1
            else
                1 - least(chances.nonrelevant_above, bpref_pool.relevant)
                / least(bpref_pool.nonrelevant, bpref_pool.relevant)
        end
        order by chances.first_rank, chances.nonrelevant_above
    ) / any_value(bpref_pool.relevant) as value
from chances
inner join steps.bpref_pool using (measure, qrels_id, topic_id)
group by all
