-- The lines of a qrels file whose columns are separated by one space, or one tab.
select *
from
    read_csv(
        $paths,
        columns = {
            'topic': 'varchar',
            'subtopic': 'varchar',
            'docno': 'varchar',
            'grade': 'varchar'
        },
        delim = $delim,
        compression = $compression,
        header = false,
        auto_detect = false,
        quote = '',
        escape = '',
        comment = '',
        nullstr = ''
    )
