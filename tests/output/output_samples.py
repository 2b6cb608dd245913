"""The results behind the golden files. `python output_samples.py` writes the files anew."""

from __future__ import annotations

from pathlib import Path

import duckdb

from evalstore.output import render
from evalstore.query import Query
from evalstore.result import Result

GOLDEN = Path(__file__).parent / "golden"

EXTENSIONS = {
    "table": "txt",
    "csv": "csv",
    "tsv": "tsv",
    "json": "json",
    "jsonl": "jsonl",
    "markdown": "md",
    "latex": "tex",
    "html": "html",
    "parquet": "parquet",
}

LEADERBOARD = """
select * from (values
    (1, 'bm25_rm3',     0.43125::double,            0.2815::double, 12.5::double, 50, 0),
    (2, 'colbert-v2',   0.43125::double,            0.25::double,   48.0::double, 50, 0),
    (3, 'dense & fast', 0.30000000000000004::double, 0.1::double,   3.25::double, 50, 2)
) as t(position, system, "nDCG@10", "AP", latency_ms, topics, missing)
"""

# One row per hard value, beside an ordinary number and a name.
HARD = r"""
select * from (values
    ('plain',     'text',                           0.5::double,         1,    true,  [1.5, 2]),
    ('unicode',   'naïve Δ 検索 🔍',                  -0.25::double,       -7,   false, []),
    ('pipe',      'a|b \| c\d',                     1e-300::double,      0,    true,  [null]),
    ('quotes',    'say "hi", it''s',                1e6::double,         null, null,  null),
    ('lines',     e'one\ntwo\tthree\rfour\x1b[31m', null,                3,    false, [0.1]),
    ('markup',    '<b>&amp; *x* __y__ `z` $1$ [l]', 'nan'::double,       4,    true,  [1]),
    ('tex',       '100% #1 {a} ~ ^ \ -- _',         'infinity'::double,  5,    true,  [1]),
    ('empty',     '',                               '-infinity'::double, 6,    true,  [1]),
    ('null',      null,                             -0.00001::double,    7,    true,  [1]),
    ('[bracket]', repeat('very long ', 20),         2/3,                 8,    true,  [2/3])
) as t(kind, text, double, integer, boolean, list)
cross join (select
    date '2026-01-02' as date,
    timestamp '2026-01-02 03:04:05' as time,
    1.50::decimal(9, 2) as decimal,
    {'name': 'ü', 'nested': [1, 2]} as struct,
    map {7: 'seven'} as map,
    '{"k": [1, 2]}'::json as json)
"""


def leaderboard(con: duckdb.DuckDBPyConnection) -> Result:
    return Result(
        Query(con, LEADERBOARD),
        title="trec-8, qrels default",
        notes=["Mean over 50 judged topics.", "dense & fast misses 2 topics, which score 0."],
        best={"nDCG@10": True, "AP": True, "latency_ms": False},
    )


def hard(con: duckdb.DuckDBPyConnection) -> Result:
    return Result(
        Query(con, HARD),
        title="Title with | and _ & <",
        notes=["* note 1", "note\n2"],
        best={"integer": True},
    )


SAMPLES = {"leaderboard": leaderboard, "hard": hard}


def golden_file(sample: str, format: str) -> Path:  # noqa: A002
    return GOLDEN / f"{sample}.{EXTENSIONS[format]}"


def write_golden_files() -> None:
    with duckdb.connect() as con:
        for sample, make in SAMPLES.items():
            for format in EXTENSIONS:  # noqa: A001
                golden_file(sample, format).write_bytes(render(make(con), format))


if __name__ == "__main__":
    write_golden_files()
