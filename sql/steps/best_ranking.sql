-- The judged documents with ties in the best order: higher grades first.
with

placed as (
    select
        judged_ranking.* exclude (rank, judged_rank),
        coalesce(
            tied_place.first_rank - 1 + row_number() over (
                partition by
                    judged_ranking.qrels_id,
                    judged_ranking.run_id,
                    judged_ranking.topic_id,
                    tied_place.first_rank
                order by judged_ranking.grade desc, judged_ranking.rank asc
            ),
            judged_ranking.rank
        ) as rank
    from judged_ranking
    left join steps.tied_place
        on judged_ranking.run_id = tied_place.run_id
        and judged_ranking.topic_id = tied_place.topic_id
        and judged_ranking.rank between tied_place.first_rank and tied_place.last_rank
)

select
    qrels_id,
    run_id,
    topic_id,
    rank::integer as rank,
    case
        when grade >= 0 then count(*) filter (grade >= 0) over (
            partition by qrels_id, run_id, topic_id
            order by rank
        )
    end::integer as judged_rank,
    document_id,
    grade
from placed
