-- How many documents of each grade a topic has: topics of one shape have one ideal ranking.
select
    qrels_id,
    topic,
    list_sort(list(struct_pack(grade := grade, documents := documents))) as shape
from grade_count
group by all
