-- The lines of run files, each with the run that its file becomes. Numbers are cast here: DuckDB
-- would round a rank of 1.5, and take 1_000 for a number; that is left to the line reader, and so
-- is a line that ends in blanks where its tag should be.
select
    incoming_file.run_id,
    line.topic,
    case when line.q0 is not null then line.docno end as docno,
    if(contains(line.rank, '_'), null, line.rank::double) as rank,
    if(contains(line.score, '_') or line.tag is null, null, line.score::double) as score,
    coalesce(line.tag != incoming_file.tag, false) as has_other_tag
from line
inner join incoming_file using (path)
