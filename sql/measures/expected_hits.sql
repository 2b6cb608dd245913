-- The mean over all orders of tied documents, of the measures that are a multiple of the number of
-- relevant documents down to a rank: P, R, RelP, Rprec, F and NumRelRet.
with

depths as (
    select
        measure.*,
        relevant_count.qrels_id,
        relevant_count.topic_id,
        relevant_count.relevant,
        coalesce(measure.cutoff, r_depth.depth) as depth
    from measure
    inner join steps.relevant_count using (measure)
    left join steps.r_depth using (measure, qrels_id, topic_id)
    where
        measure.family in (
            'counts', 'f_measure', 'precision', 'r_precision', 'recall', 'relative_precision'
        )
        and not measure.judged_only
),

hits as (
    select
        depths.measure,
        tied_rank.run_id,
        tied_rank.qrels_id,
        tied_rank.topic_id,
        sum(tied_rank.probability order by tied_rank.rank, tied_rank.grade) as hits
    from depths
    inner join steps.tied_rank
        on depths.qrels_id = tied_rank.qrels_id
        and depths.topic_id = tied_rank.topic_id
        and depths.rel <= tied_rank.grade
        and depths.depth >= tied_rank.rank
    group by all
)

select
    hits.measure,
    hits.run_id,
    hits.qrels_id,
    hits.topic_id,
    hits.hits / case depths.family
        when 'counts' then 1
        when 'recall' then depths.relevant
        when 'relative_precision' then least(depths.relevant, depths.depth)
        when 'f_measure'
            then
                (depths.parameter['beta'] ** 2 * depths.relevant + depths.depth)
                / (depths.parameter['beta'] ** 2 + 1)
        else depths.depth
    end as value
from hits
inner join depths using (measure, qrels_id, topic_id)
