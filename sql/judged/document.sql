-- Every document that a run retrieved or an assessor judged; a docno that is a number is its id.
with

met as (
    select unnest(document_ids) as document_id from retrieved_stretch
    union distinct
    select document_id from judgement
)

select
    document_id,
    docno
from named_document
union all
select
    document_id,
    document_id::varchar as docno
from met
where document_id >= 0
