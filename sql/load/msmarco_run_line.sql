-- The lines of run files as MS MARCO has them: topic, document and rank, no scores.
select
    path,
    topic,
    'Q0' as q0,
    docno,
    rank,
    null::varchar as score,
    null::varchar as tag
from file_line
