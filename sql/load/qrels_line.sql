-- The lines of a qrels file. A grade such as 1_000 is left to the line reader.
select
    topic,
    subtopic,
    '' as subgroup,
    docno,
    if(contains(grade, '_'), null, grade::double) as grade,
    null::varchar as stratum,
    null::double as probability
from read_csv(
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
