-- For each new run: topics with tied scores, and topics whose rank column contradicts the scores.
select
    run_id,
    count(distinct topic_id) filter (is_tied) as tied,
    count(distinct topic_id) filter (is_out_of_order) as disordered
from ranking
where
    run_id between $first_run_id and $last_run_id
    and (is_tied or is_out_of_order)
group by run_id
