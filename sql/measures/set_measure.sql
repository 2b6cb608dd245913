-- SetP, SetR, SetF, SetAP and SetRelP: precision and recall of all retrieved documents.
with

hits as (
    select
        measure,
        run_id,
        qrels_id,
        topic_id,
        count(*) as hits
    from steps.hit
    where family = 'set_measure'
    group by all
),

counts as (
    select
        hits.*,
        retrieved_count.documents,
        relevant_count.relevant
    from hits
    inner join steps.retrieved_count using (measure, run_id, qrels_id, topic_id)
    inner join steps.relevant_count using (measure, qrels_id, topic_id)
    where retrieved_count.family = 'set_measure'
),

rates as (
    select
        counts.*,
        measure.name,
        counts.hits / counts.documents as precision,
        counts.hits / counts.relevant as recall,
        measure.parameter['beta'] as weight,
        measure.name = 'SetRelP' or measure.parameter['relative'] = 1 as is_relative
    from counts
    inner join measure using (measure)
)

select
    measure,
    run_id,
    qrels_id,
    topic_id,
    case name
        when 'SetR' then recall
        when 'SetAP' then (hits * hits) / (documents * relevant)
        when 'SetF' then (weight + 1) * precision * recall / (recall + weight * precision)
        else hits / case when is_relative then least(documents, relevant) else documents end
    end as value
from rates
