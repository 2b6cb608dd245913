-- How many relevant documents a ranking must have found to be at a point of recall.
with

points as (
    select
        measure,
        option['rounding'] as rounding,
        unnest(case name
            when 'IPrec' then [parameter['recall']]
            else [point / 10.0 for point in range(11)]
        end)::double as recall
    from measure
    where option['rounding'] is not null
)

select
    points.measure,
    points.recall,
    relevant_count.qrels_id,
    relevant_count.topic,
    case points.rounding
        when 'trec_eval9' then floor(points.recall * relevant_count.relevant + 0.9)
        when 'trec_eval10' then round(points.recall * relevant_count.relevant)
        else points.recall * relevant_count.relevant - 1e-9
    end as need
from points
inner join relevant_count using (measure)
