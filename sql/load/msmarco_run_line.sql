-- The lines of run files as MS MARCO has them: topic, document and rank, no scores.
select
    path,
    topic,
    'Q0' as q0,
    docno,
    rank,
    null::varchar as score,
    null::varchar as tag
from
    read_csv(
        $paths,
        columns = { 'topic': 'varchar', 'docno': 'varchar', 'rank': 'varchar' },
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
