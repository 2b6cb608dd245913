-- The ranked documents of judged topics as each nDCG variant sees them: the gain and the discount
-- at every rank within the cutoff, and the gain of the ideal ranking there (see measures.ndcg).
-- Variants with judged_only see only the documents graded 0 or more, at their rank among these.
with

-- Names are joined here, so that a filter on the system or topic limits what is read of ranking.
named_ranking as (
    select
        collection.name as collection,
        qrels.name as qrels,
        run.system,
        topic.name as topic,
        ranking.run_id,
        qrels.qrels_id,
        ranking.topic_id,
        ranking.rank,
        ranking.document_id
    from ranking
    inner join run using (run_id)
    inner join topic using (topic_id)
    inner join collection on run.collection_id = collection.collection_id
    inner join qrels on run.collection_id = qrels.collection_id
    inner join steps.judged_topic using (qrels_id, topic_id)
),

documents as (
    select
        measure.measure,
        measure.gain,
        measure.discount,
        measure.cutoff,
        measure.option['ideal'] as ideal,
        named_ranking.* exclude (rank),
        judged_ranking.grade,
        case
            when measure.judged_only then judged_ranking.judged_rank
            else named_ranking.rank
        end as rank
    from named_ranking
    left join judged_ranking using (qrels_id, run_id, topic_id, rank)
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
    documents.* exclude (gain, discount, cutoff, ideal),
    coalesce(gain.value, 0) as gain,
    discount.weight as discount,
    coalesce(
        case when documents.ideal = 'run' then run_ideal_rankings.gain else ideal_ranking.gain end,
        0
    ) as ideal_gain
from documents
inner join discount using (discount, rank)
left join gain on documents.gain = gain.gain and documents.grade = gain.grade
left join steps.ideal_ranking using (measure, qrels_id, topic_id, rank)
left join run_ideal_rankings using (measure, run_id, qrels_id, topic_id, rank)
where documents.rank <= coalesce(documents.cutoff, 2147483647)
