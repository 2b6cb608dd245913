-- CG, DCG, ideal DCG, nDCG, precision and recall at every rank: one row per ranked document and
-- nDCG variant of the catalogue, as running window sums; precision and recall count grade 1 and up.
-- collection: name of the test collection
-- qrels: name of the set of judgements
-- system: name of the run
-- topic: name of the topic; judged topics only
-- measure: the nDCG variant; with judged_only, unjudged documents are left out
-- rank: position in the ranking, from 1 to the variant's cutoff
-- docno: name of the document
-- grade: the document's highest grade; NULL if it is unjudged
-- gain: the gain of a document of that grade; 0 if it is unjudged
-- discount: the weight of a gain at this rank
-- cg: cumulative gain: the sum of the gains up to this rank
-- dcg: discounted cumulative gain: the sum of gain times discount up to this rank
-- ideal_dcg: the dcg of the ideal ranking at this rank
-- ndcg: dcg over ideal_dcg; 0 for a topic without relevant documents
-- precision: share of the documents up to this rank that are relevant
-- recall: share of the relevant documents that are found up to this rank; 0 if there are none
with

relevant_counts as (
    select
        qrels_id,
        topic_id,
        count(*) as relevant
    from steps.graded_document
    where grade >= 1
    group by all
),

named as (
    select
        gain_at_rank.*,
        document.docno,
        relevant_counts.relevant
    from steps.gain_at_rank
    inner join document using (document_id)
    left join relevant_counts using (qrels_id, topic_id)
)

-- The partition is by name, so that a filter on system, topic or measure applies before the sums.
select
    collection,
    qrels,
    system,
    topic,
    measure,
    rank,
    docno,
    grade,
    gain,
    discount,
    sum(gain) over in_order as cg,
    sum(gain * discount) over in_order as dcg,
    sum(ideal_gain * discount) over in_order as ideal_dcg,
    coalesce(dcg / nullif(ideal_dcg, 0), 0) as ndcg,
    count(*) filter (grade >= 1) over in_order / rank as precision,
    coalesce(count(*) filter (grade >= 1) over in_order / relevant, 0) as recall
from named
window
    in_order as (
        partition by collection, qrels, system, topic, measure
        order by rank
    )
