-- What is new at each rank: a subtopic counts less for every document that covered it above.
select
    subtopic_ranking.measure,
    subtopic_ranking.family,
    subtopic_ranking.run_id,
    subtopic_ranking.qrels_id,
    subtopic_ranking.topic,
    subtopic_ranking.rank,
    sum(
        (1 - measure.parameter['alpha']) ** (subtopic_ranking.hit - 1)
        order by subtopic_ranking.subtopic
    ) as gain
from subtopic_ranking
inner join measure using (measure)
where measure.parameter['alpha'] is not null
group by all
