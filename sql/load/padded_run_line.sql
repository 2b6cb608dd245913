-- The lines of run files whose columns are separated by any number of spaces and tabs. Of a line
-- with another number of columns all are null: it is left to the line reader.
with

matched as (
    select
        path,
        regexp_extract(
            text,
            '^\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$',
            ['topic', 'q0', 'docno', 'rank', 'score', 'tag']
        ) as field
    from file_line
    where trim(text) != ''
)

select
    path,
    unnest(if(field.tag != '', field, null))
from matched
