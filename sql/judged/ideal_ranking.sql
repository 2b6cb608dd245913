-- The gain at each rank of the ideal ranking: all judged documents, highest gain first.
select
    shape_ranking.measure,
    shape_ranking.family,
    shape_ranking.discount,
    grade_shape.qrels_id,
    grade_shape.topic,
    shape_ranking.value,
    shape_ranking.rank
from shape_ranking
inner join grade_shape using (shape)
