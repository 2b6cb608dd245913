-- The lines of run files whose columns are separated by one space, or one tab.
select *
from
    read_csv(
        $paths,
        columns = {
            'topic': 'varchar',
            'q0': 'varchar',
            'docno': 'varchar',
            'rank': 'varchar',
            'score': 'varchar',
            'tag': 'varchar'
        },
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
