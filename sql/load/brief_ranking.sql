-- What a one-shot evaluation needs of the ranked lines: those with a judgement, a tie or a
-- contradicting rank, without their scores.
select
    run_id,
    topic_id,
    rank,
    document_id,
    is_tied,
    is_out_of_order
from ranked_line
where document_id > 0 or is_tied or is_out_of_order
