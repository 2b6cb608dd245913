"""Reading a plain qrels file fast: four columns, one separator, each judgement once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.arrow import unique
from evalstore.load.keys import SPREAD, keys_of
from evalstore.load.lines import Reading
from evalstore.load.plain import Odd, is_comment, plain_rows, separator_of
from evalstore.load.qrels_lines import Judgement, read_judgements

if TYPE_CHECKING:
    import pyarrow as pa

_LINE = re.compile(rb"[^\s#]\S*([ \t])\S+\1\S+\1[+-]?[\d.]+\r?\n")
_COLUMNS = {"topic": "text", "subtopic": "text", "docno": "text", "grade": "number"}


def read_qrels(path: Path, reading: Reading) -> pa.Table:
    """The judgements of a file, each once; raises FileProblems."""
    try:
        return _plain_judgements(path)
    except Odd:
        return as_table(read_judgements(path, reading))


def _plain_judgements(path: Path) -> pa.Table:
    import pyarrow as pa

    content = path.read_bytes()
    separator = separator_of(content, _LINE)
    if separator is None:
        raise Odd
    table = pa.table(plain_rows(content, separator, _COLUMNS))
    if b"#" in content and is_comment(unique(table["topic"]).to_pylist()):
        raise Odd
    if _repeats(table):
        raise Odd
    return table


def _repeats(table: pa.Table) -> bool:
    """Whether a judgement seems to be given twice, which asks for care: a note or a refusal."""
    together = keys_of(table["topic"]).high
    for name in ("subtopic", "docno"):
        together = (together * SPREAD) ^ keys_of(table[name]).high
    together.sort()
    return bool((together[1:] == together[:-1]).any())


def as_table(judgements: Sequence[Judgement]) -> pa.Table:
    """Judgements that were read one by one."""
    import pyarrow as pa

    return pa.table(
        {
            "topic": pa.array([one.topic for one in judgements], pa.string()),
            "subtopic": pa.array([one.subtopic for one in judgements], pa.string()),
            "docno": pa.array([one.docno for one in judgements], pa.string()),
            "grade": pa.array([one.grade for one in judgements], pa.float64()),
            "subgroup": pa.array([one.subgroup for one in judgements], pa.string()),
        }
    )
