-- ERR_IA, alpha_DCG and NRBP: what is new down the ranking, over what could be new at best.
select
    gained.measure,
    gained.run_id,
    gained.qrels_id,
    gained.topic,
    case measure.name
        when 'NRBP' then gained.total * (
            (1 - (1 - measure.parameter['alpha']) * measure.parameter['beta'])
            / subtopic_count.subtopics
        )
        else gained.total / best.total
    end as value
from discounted_novelty as gained
inner join measure using (measure)
inner join subtopic_count using (rel, qrels_id, topic)
left join discounted_novelty as best
    on gained.measure = best.measure
    and gained.qrels_id = best.qrels_id
    and gained.topic = best.topic
    and best.run_id is null
where
    measure.family = 'novelty'
    and gained.run_id is not null
