-- Every document that a run retrieved or an assessor judged; a docno that is a number is its id.
with

numbered as (
    select document_id from retrieved_document
    where document_id >= 0
    union distinct
    select document_id from judgement
    where document_id >= 0
)

select
    document_id,
    docno
from named_document
union all
select
    document_id,
    document_id::varchar as docno
from numbered
