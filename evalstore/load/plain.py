"""Reading plain files fast: one separator, whole lines, nothing odd about them.

The compiled module takes the plainest of files to columns, Arrow's reader all others, and all where
there is no such module. Whatever is odd about a file raises `Odd` here and sends it the careful
way, line by line; the rows are the same either way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from evalstore.arrow import stretched
from evalstore.load.docnos import Docnos
from evalstore.load.fields import compiled_rows

if TYPE_CHECKING:
    import pyarrow as pa

# White space that separates columns for trec_eval, but is none of ours.
_OTHER_SPACE = (b"\v", b"\f", b"\0")
_COMMENT = "#"
_SPACE = ord(" ")

# Parsed at a time: what fits in the processor's cache is parsed fastest.
_BLOCK = 256 << 10


class Odd(Exception):  # noqa: N818
    """Something that only the careful way can judge."""


def separator_of(start: bytes, first_line: re.Pattern[bytes]) -> str | None:
    """The separator of a plain file, the pattern's first group; None for a file that needs care."""
    match = first_line.match(start)
    return match[1].decode() if match else None


def cuts(path: Path, size: int, length: int, separator: str) -> list[tuple[int, int]]:
    """Stretches of the file of about that length, cut where the first column changes."""
    ends = [0]
    with path.open("rb") as file:
        while ends[-1] + length < size:
            file.seek(ends[-1] + length)
            file.readline()
            ends.append(_next_topic(file, separator.encode()))
    if ends[-1] < size:
        ends.append(size)
    return list(pairwise(ends))


def _next_topic(file: BinaryIO, separator: bytes) -> int:
    """Where the first column changes next, or the file ends."""
    place = file.tell()
    topic = None
    for line in file:
        if topic is None:
            topic = line.partition(separator)[0] + separator
        elif not line.startswith(topic):
            return place
        place += len(line)
    return place


def stretch(path: Path, start: int, end: int) -> bytes:
    with path.open("rb", buffering=0) as file:
        file.seek(start)
        return file.read(end - start)


def plain_rows(content: bytes, separator: str, columns: Mapping[str, str]) -> dict[str, Any]:
    """The lines as columns. `columns` names each: a `text`, a `number` or a `whole` number, the
    name of a `document`, a `repeated` text, which seldom differs from that of the row before, or
    `unused`."""
    rows = compiled_rows(content, separator, columns)
    return arrow_rows(content, separator, columns) if rows is None else rows


def arrow_rows(content: bytes, separator: str, columns: Mapping[str, str]) -> dict[str, Any]:
    """The same, by Arrow's reader; raises Odd."""
    table = _parsed(content, separator, columns)
    marks = table.num_rows * len(columns) - (not content.endswith(b"\n"))
    # Arrow ends lines at a carriage return too, which is a mark like any other.
    if _marks(content) != marks or b"\r" in content:
        _check_content(content, separator.encode())
    _check_fields(table, columns)
    return {
        name: _SHORTENED[kind](table[name]) if kind in _SHORTENED else table[name]
        for name, kind in columns.items()
        if kind != "unused"
    }


def _parsed(content: bytes, separator: str, columns: Mapping[str, str]) -> pa.Table:
    import pyarrow as pa
    from pyarrow import csv

    numbers = {"number": pa.float64(), "whole": pa.int64()}
    types = {name: numbers.get(kind, pa.string()) for name, kind in columns.items()}
    try:
        return csv.read_csv(
            pa.BufferReader(content),
            csv.ReadOptions(column_names=list(columns), use_threads=False, block_size=_BLOCK),
            csv.ParseOptions(delimiter=separator, quote_char=False, double_quote=False),
            csv.ConvertOptions(
                column_types=types,
                null_values=[],
                strings_can_be_null=False,
                check_utf8=False,
            ),
        )
    except pa.ArrowInvalid as error:
        raise Odd from error


def _marks(content: bytes) -> int:
    """How many bytes are no visible ASCII: if a line has as many as columns, nothing is odd."""
    signed = np.frombuffer(content, np.int8)  # beyond ASCII, below 0
    parts = range(0, len(signed), _BLOCK)
    return sum(int(np.count_nonzero(signed[part : part + _BLOCK] <= _SPACE)) for part in parts)


def _check_content(content: bytes, separator: bytes) -> None:
    """Refuse all that only the careful way can judge."""
    other = b"\t" if separator == b" " else b" "
    if any(mark in content for mark in (other, *_OTHER_SPACE, b"\xef\xbb\xbf")):
        raise Odd
    try:
        content.decode()
    except UnicodeDecodeError as error:
        raise Odd from error
    if b"\r" in content and content.count(b"\r") != content.count(b"\r\n"):
        raise Odd


def _check_fields(table: pa.Table, columns: Mapping[str, str]) -> None:
    import pyarrow.compute as pc

    for name, kind in columns.items():
        column = table[name]
        if kind == "number":
            if not pc.all(pc.is_finite(column)).as_py():
                raise Odd
        elif kind != "whole" and pc.min(pc.binary_length(column)).as_py() == 0:
            raise Odd


_SHORTENED: dict[str, Callable[[pa.ChunkedArray], Any]] = {
    "repeated": stretched,
    "document": Docnos.of,
}


def distinct(column: pa.ChunkedArray) -> set[str]:
    """The different values of a repeated text."""
    return {value for chunk in column.chunks for value in chunk.values.to_pylist()}


def is_comment(topics: Iterable[str]) -> bool:
    """Whether a topic is really the mark of a comment line."""
    return _COMMENT in topics
