-- Borda count: of n documents in any run, the first gets n points, the next n - 1; those that a run
-- does not have share the points that are left (Aslam and Montague 2001).
with

candidate as (
    select distinct
        topic_id,
        document_id
    from fusion_norm
),

candidates as (
    select
        topic_id,
        count(*) as documents
    from candidate
    group by topic_id
),

voter as (
    select unnest(range(1, len($run_ids) + 1)) as position
),

ballot_size as (
    select
        position,
        topic_id,
        count(*) as documents
    from fusion_norm
    group by position, topic_id
),

points as (
    select
        candidate.topic_id,
        candidate.document_id,
        voter.position,
        coalesce(
            candidates.documents - fusion_norm.rank + 1,
            (candidates.documents - coalesce(ballot_size.documents, 0) + 1) / 2
        ) as score
    from candidate
    inner join candidates using (topic_id)
    cross join voter
    left join ballot_size
        on voter.position = ballot_size.position
        and candidate.topic_id = ballot_size.topic_id
    left join fusion_norm
        on voter.position = fusion_norm.position
        and candidate.topic_id = fusion_norm.topic_id
        and candidate.document_id = fusion_norm.document_id
)

select
    topic_id,
    document_id,
    sum(score order by position) as score
from points
group by topic_id, document_id
