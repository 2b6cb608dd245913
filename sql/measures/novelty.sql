-- ERR_IA, alpha_DCG and NRBP: what is new down the ranking, over what could be new at best.
with

scaled as (
    select
        measure,
        rel,
        name,
        1 - (1 - parameter['alpha']) * parameter['beta'] as scale
    from measure
    where family = 'novelty'
)

select
    gained.measure,
    gained.run_id,
    gained.qrels_id,
    gained.topic,
    case scaled.name
        when 'NRBP' then gained.total * (scaled.scale / subtopic_count.subtopics)
        else gained.total / best.total
    end as value
from scaled
inner join discounted_novelty as gained using (measure)
inner join subtopic_count using (rel, qrels_id, topic)
left join discounted_novelty as best
    on gained.measure = best.measure
    and gained.qrels_id = best.qrels_id
    and gained.topic = best.topic
    and best.run_id is null
where gained.run_id is not null
