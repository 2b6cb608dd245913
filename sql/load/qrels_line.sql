-- The lines of a qrels file. A grade such as 1_000 is left to the line reader.
select
    line.topic,
    line.subtopic,
    '' as subgroup,
    line.docno,
    if(contains(line.grade, '_'), null, line.grade::double) as grade,
    null::varchar as stratum,
    null::double as probability
from line
