"""How DuckDB reads files of lines: what separates their columns, and which file of sql/load names
them. What no dialect fits is left to the line reader."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from evalstore.load.source import Source
from evalstore.tables.files import COLUMNS
from evalstore.views import select_of, statement

_RUN = ("topic", "q0", "docno", "rank", "score", "tag")
_MSMARCO = ("topic", "docno", "rank")
_QRELS = ("topic", "subtopic", "docno", "grade")
_TEXT = ("text",)
_PADDED = "\x01"  # in no text: DuckDB reads whole lines, which sql/load/padded_* take apart

_TOPIC = rb"[ \t]*[^\s#]\S*[ \t]+"
_NUMBER = rb"[+-]?[\d.]+(?:[eE][+-]?\d+)?"
_RUN_LINE = re.compile(_TOPIC + rb"\S+[ \t]+\S+[ \t]+[+-]?\d+[ \t]+" + _NUMBER + rb"[ \t]+\S+")
_MSMARCO_LINE = re.compile(_TOPIC + rb"\S+[ \t]+\d+[ \t]*(?:\r?\n|$)")
_QRELS_LINE = re.compile(_TOPIC + rb"\S+[ \t]+\S+[ \t]+[+-]?[\d.]+")

_GLOB = re.compile(r"[*?\[]")


class Dialect(NamedTuple):
    """One way to read files; `line` is the file of sql/load that has their lines."""

    line: str
    columns: tuple[str, ...]
    separator: str
    compression: str

    @property
    def has_scores(self) -> bool:
        return self.columns != _MSMARCO

    def reading(self, name: str) -> str:
        """A statement of sql/load over the lines of files."""
        selects = {"line": select_of(self.line), "file_line": select_of("file_line")}
        return statement(name, selects)

    def parameters(self, paths: Iterable[str]) -> dict[str, Any]:
        return {
            "paths": list(paths),
            "columns": dict.fromkeys(self.columns, "varchar"),
            "delim": self.separator,
            "compression": self.compression,
        }


REWRITTEN = Dialect("file_line", _RUN, "\t", "none")  # what the line reader writes


def run_dialects(source: Source) -> list[Dialect]:
    """The dialects that a run file may have, the likely one first."""
    if COLUMNS.get():
        return []  # a table, or refused
    separator, compression = _separator(source, _MSMARCO_LINE), source.compression
    if separator and separator != _PADDED:
        return [Dialect("msmarco_run_line", _MSMARCO, separator, compression)]
    return _dialects(source, _RUN_LINE, _RUN, "padded_run_line")


def qrels_dialects(source: Source) -> list[Dialect]:
    """The dialects that a file of judgements may have, the likely one first."""
    return _dialects(source, _QRELS_LINE, _QRELS, "padded_qrels_line")


def _dialects(
    source: Source, first_line: re.Pattern[bytes], columns: tuple[str, ...], padded_line: str
) -> list[Dialect]:
    separator = _separator(source, first_line)
    if separator is None:
        return []
    padded = Dialect(padded_line, _TEXT, _PADDED, source.compression)
    if separator == _PADDED:
        return [padded]
    return [Dialect("file_line", columns, separator, source.compression), padded]


def _separator(source: Source, first_line: re.Pattern[bytes]) -> str | None:
    """What separates the columns of the first line; None if DuckDB cannot read the file."""
    match = first_line.match(source.start)
    content = source.content
    if match is None or not content.is_regular or _GLOB.search(str(source.path)):
        return None
    between = set(re.findall(rb"[ \t]+", match[0]))
    is_one = len(between) == 1 and between == content.separators
    return between.pop().decode() if is_one else _PADDED
