"""A run file on its way into the store, and its rows as Arrow tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.errors import FileProblems, Problem
from evalstore.load.lines import Reading
from evalstore.load.plain import Odd, cuts, distinct, is_comment, plain_rows, separator_of, stretch
from evalstore.load.run_lines import tidy_run
from evalstore.load.source import Source

if TYPE_CHECKING:
    import pyarrow as pa

_TREC_LINE = re.compile(
    rb"[^\s#][^\s]*([ \t])\S+\1\S+\1[+-]?\d+\1[+-]?[\d.]+(?:[eE][+-]?\d+)?\1\S+\r?\n"
)
_COLUMNS = {
    6: {
        "topic": "repeated",
        "q0": "unused",
        "docno": "text",
        "rank": "whole",
        "score": "number",
        "tag": "repeated",
    },
    3: {"topic": "repeated", "docno": "text", "rank": "whole"},
}


@dataclass
class RunFile:
    """A run file, where its rows are read from, and what was found out about it."""

    source: Source
    path: Path
    separator: str | None = None
    columns: int = 6
    is_frame: bool = False
    notes: list[str] = field(default_factory=list)
    metadata: dict[str, Any] | None = None
    tags: set[str] = field(default_factory=set)

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    def parts(self, length: int) -> list[tuple[int, int]]:
        """Stretches of about that length, each of whole topics."""
        if self.separator is None:
            raise Odd
        return cuts(self.path, self.size, length, self.separator)

    def rows(self, start: int, end: int) -> pa.Table:
        """The rows of a stretch of the file: topic, docno, rank, score. Raises Odd."""
        return self.rows_of(stretch(self.path, start, end))

    def rows_of(self, content: bytes) -> pa.Table:
        """The rows of what was read of the file. Raises Odd."""
        try:
            table = self.plain_rows(content)
        except Odd as error:
            if self.path == self.source.path:
                raise
            problem = Problem(None, "cannot be read as a run")
            raise FileProblems(self.source.name, [problem]) from error
        if self.columns == 6:
            self.tags |= distinct(table["tag"])
            table = table.drop_columns("tag")
        return table

    def plain_rows(self, content: bytes) -> pa.Table:
        """The rows as they stand there, with their tags. Raises Odd."""
        if self.separator is None:
            raise Odd
        table = plain_rows(content, self.separator, _COLUMNS[self.columns])
        if not table.num_rows or (b"#" in content and is_comment(distinct(table["topic"]))):
            raise Odd
        return table


def run_file(source: Source) -> RunFile:
    """The file as it lies there; without a separator if only care can read it."""
    separator = separator_of(source.path, _TREC_LINE) if source.size else None
    return RunFile(source, source.path, separator)


def tidied(file: RunFile, tidy: Path) -> RunFile:
    """The file checked line by line and written again to `tidy`; raises FileProblems."""
    reading = Reading(file.source.name)
    columns = tidy_run(file.source.path, tidy, reading)
    return RunFile(
        file.source,
        tidy,
        separator="\t",
        columns=columns,
        notes=reading.notes,
        metadata=reading.metadata,
    )
