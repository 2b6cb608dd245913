-- Every document of every topic in the incoming lines: in how many lines it is, and in how many
-- runs. More lines than runs: one of the runs ranks it twice. Runs are counted as bits, 64 of them
-- at a time.
select
    topic,
    docno,
    run_id // 64 as run_block,
    count(*) as lines,
    bit_count(bit_or(1::ubigint << (run_id % 64))) as runs
from incoming
group by all
