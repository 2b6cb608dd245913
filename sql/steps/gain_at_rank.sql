-- The ranked documents of judged topics as each nDCG variant sees them: the gain and the discount
-- at every rank within the cutoff, and the gain of the ideal ranking there (see measures.ndcg).
-- Variants with judged_only see only the documents graded 0 or more, at their rank among these.
with

documents as (
    select
        measure.measure,
        measure.gain,
        measure.discount,
        measure.cutoff,
        measure.option['ideal'] as ideal,
        ranking.run_id,
        qrels.qrels_id,
        ranking.topic_id,
        ranking.document_id,
        judged_ranking.grade,
        case when measure.judged_only then judged_ranking.judged_rank else ranking.rank end as rank
    from ranking
    inner join run using (run_id)
    inner join qrels using (collection_id)
    inner join steps.judged_topic using (qrels_id, topic_id)
    left join judged_ranking
        on qrels.qrels_id = judged_ranking.qrels_id
        and ranking.run_id = judged_ranking.run_id
        and ranking.topic_id = judged_ranking.topic_id
        and ranking.rank = judged_ranking.rank
    cross join measure
    where measure.family = 'ndcg'
),

run_ideal_rankings as (
    select
        measure.measure,
        judged_ranking.run_id,
        judged_ranking.qrels_id,
        judged_ranking.topic_id,
        gain.value as gain,
        row_number() over (
            partition by measure.measure, run_id, qrels_id, topic_id
            order by gain.value desc
        ) as rank
    from measure
    inner join gain using (gain)
    inner join judged_ranking using (grade)
    where measure.family = 'ndcg' and measure.option['ideal'] = 'run' and gain.value > 0
)

select
    documents.measure,
    documents.run_id,
    documents.qrels_id,
    documents.topic_id,
    documents.rank,
    documents.document_id,
    documents.grade,
    coalesce(gain.value, 0) as gain,
    discount.weight as discount,
    case documents.ideal
        when 'run' then coalesce(run_ideal_rankings.gain, 0)
        else coalesce(ideal_ranking.gain, 0)
    end as ideal_gain
from documents
inner join discount using (discount, rank)
left join gain on documents.gain = gain.gain and documents.grade = gain.grade
left join steps.ideal_ranking
    on documents.measure = ideal_ranking.measure
    and documents.qrels_id = ideal_ranking.qrels_id
    and documents.topic_id = ideal_ranking.topic_id
    and documents.rank = ideal_ranking.rank
left join run_ideal_rankings
    on documents.measure = run_ideal_rankings.measure
    and documents.run_id = run_ideal_rankings.run_id
    and documents.qrels_id = run_ideal_rankings.qrels_id
    and documents.topic_id = run_ideal_rankings.topic_id
    and documents.rank = run_ideal_rankings.rank
where documents.rank <= coalesce(documents.cutoff, 2147483647)
