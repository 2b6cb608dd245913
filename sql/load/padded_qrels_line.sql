-- The lines of a qrels file whose columns are separated by any number of spaces and tabs. Of a line
-- with another number of columns all are null: it is left to the line reader.
with

matched as (
    select
        regexp_extract(
            text,
            '^\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$',
            ['topic', 'subtopic', 'docno', 'grade']
        ) as field
    from file_line
    where trim(text) != ''
)

select unnest(if(field.grade != '', field, null))
from matched
