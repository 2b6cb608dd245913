"""A run file on its way into the store, and its rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.errors import FileProblems, Problem
from evalstore.load.lines import Reading
from evalstore.load.plain import Odd, cuts, distinct, is_comment, plain_rows, separator_of, stretch
from evalstore.load.run_lines import tidy_run
from evalstore.load.run_rows import RunRows, run_rows
from evalstore.load.source import Source

_TREC_LINE = re.compile(
    rb"[^\s#][^\s]*([ \t])\S+\1\S+\1[+-]?\d+\1[+-]?[\d.]+(?:[eE][+-]?\d+)?\1\S+\r?\n"
)
_COLUMNS = {
    6: {
        "topic": "repeated",
        "q0": "unused",
        "docno": "document",
        "rank": "whole",
        "score": "number",
        "tag": "repeated",
    },
    3: {"topic": "repeated", "docno": "document", "rank": "whole"},
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

    @property
    def is_given(self) -> bool:
        """Whether rows are read from the file that was given, not from a copy that soon goes."""
        return str(self.path) == self.source.name

    def parts(self, length: int) -> list[tuple[int, int]]:
        """Stretches of about that length, each of whole topics."""
        if self.separator is None:
            raise Odd
        return cuts(self.path, self.size, length, self.separator)

    def rows(self, start: int, end: int) -> RunRows:
        """The rows of a stretch of the file. Raises Odd."""
        return self.rows_of(stretch(self.path, start, end))

    def rows_of(self, content: bytes) -> RunRows:
        """The rows of what was read of the file. Raises Odd."""
        try:
            rows = self.plain_rows(content)
        except Odd as error:
            if self.path == self.source.path:
                raise
            problem = Problem(None, "cannot be read as a run")
            raise FileProblems(self.source.name, [problem]) from error
        if rows.tags is not None:
            self.tags |= distinct(rows.tags)
        return rows

    def plain_rows(self, content: bytes) -> RunRows:
        """The rows of what was read of this file, or of others like it. Raises Odd."""
        if self.separator is None:
            raise Odd
        rows = run_rows(plain_rows(content, self.separator, _COLUMNS[self.columns]))
        if not len(rows) or (b"#" in content and is_comment(distinct(rows.topics))):
            raise Odd
        return rows


def run_file(source: Source) -> RunFile:
    """The file as it lies there; without a separator if only care can read it."""
    return RunFile(source, source.path, separator_of(source.start, _TREC_LINE))


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
