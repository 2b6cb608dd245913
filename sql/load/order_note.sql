-- For each incoming run: its topics, those with tied scores, and those whose rank column
-- contradicts the scores.
select
    run_id,
    count(distinct topic_id) as topics,
    count(distinct topic_id) filter (is_tied) as tied,
    count(distinct topic_id) filter (is_disordered) as disordered
from ranked_line
group by run_id
