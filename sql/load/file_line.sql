-- The lines of text files, in columns of text. Nothing is quoted, and nothing is a comment.
select *
from
    read_csv(
        $paths,
        columns = $columns,
        delim = $delim,
        compression = $compression,
        filename = 'path',
        header = false,
        auto_detect = false,
        quote = '',
        escape = '',
        comment = '',
        nullstr = ''
    )
