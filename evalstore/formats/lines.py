"""The line reader: white-space separated columns of files that DuckDB cannot read itself.

Spaces and tabs in any mixture, CR, CR LF and CR CR LF, byte-order marks, blank lines and comment
lines are handled here, so that the readers of runs and judgements see only fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalstore.errors import FileProblems, Problem
from evalstore.formats.header import HeaderError, read_header
from evalstore.load.source import Source

BOM = b"\xef\xbb\xbf"
CONFLICT = re.compile(rb"^(<{7}|={7}|>{7}|\|{7})(\s|$)")
NUMBER = re.compile(rb"^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$")


@dataclass
class Reading:
    """The problems, notes and metadata of a file."""

    name: str
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    notes: list[str] = field(default_factory=list)
    metadata: dict[str, Any] | None = None

    def refuse(self, line: int | None, what: str) -> None:
        """Record a problem; all are counted, the first ten are shown."""
        self.problem_count += 1
        if len(self.problems) < FileProblems.SHOWN:
            self.problems.append(Problem(line, what))

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def check(self) -> None:
        """Raise the recorded problems, in the order of their lines."""
        if self.problems:
            ordered = sorted(self.problems, key=lambda problem: problem.line or 0)
            raise FileProblems(self.name, ordered, self.problem_count)


def field_lines(source: Source, reading: Reading) -> Iterator[tuple[int, list[bytes]]]:
    """Line number and fields of every line with data."""
    comments: list[tuple[int, bytes]] = []
    for number, line in enumerate(_physical_lines(source), 1):
        if BOM in line:
            line = _without_bom(line, number, reading)
        fields = line.split()
        if not fields:
            continue
        if fields[0].startswith(b"#") and _is_comment(fields):
            comments.append((number, line))
        elif CONFLICT.match(line):
            what = fields[0].decode()
            reading.refuse(number, f"merge-conflict marker {what!r}; resolve the conflict first")
        elif b"\0" in line:
            reading.refuse(number, "a zero byte; this is not a text file")
        elif not _is_utf8(line):
            reading.refuse(number, "not UTF-8 text; convert the file with iconv first")
        else:
            yield number, fields
    try:
        reading.metadata = read_header(comments)
    except HeaderError as error:
        reading.refuse(*error.args)


def _physical_lines(source: Source) -> Iterator[bytes]:
    with source.open() as file:
        if b"\n" not in source.start and b"\r" in source.start:
            yield from file.read().split(b"\r")
        else:
            yield from file


def _without_bom(line: bytes, number: int, reading: Reading) -> bytes:
    if number > 1 or not line.startswith(BOM) or BOM in line[3:]:
        reading.note("byte-order marks inside the text were removed")
    return line.replace(BOM, b"")


def _is_comment(fields: list[bytes]) -> bool:
    """A line that starts with '#' is a comment, unless it is a topic called #1 with all columns."""
    looks_like_data = len(fields[0]) > 1 and (
        (len(fields) >= 6 and all(NUMBER.match(item) for item in fields[3:5]))
        or (len(fields) in (3, 4) and NUMBER.match(fields[-1]))
    )
    return not looks_like_data


def _is_utf8(line: bytes) -> bool:
    if line.isascii():
        return True
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def finite(text: bytes) -> float | None:
    """The number that `text` spells, a decimal comma allowed; None if it spells none."""
    if not NUMBER.match(text):
        return None
    number = float(text.replace(b",", b"."))
    return number if abs(number) != float("inf") else None


def shown(text: bytes) -> str:
    """A field as a message quotes it: short."""
    decoded = text.decode("utf-8", "replace")
    return repr(decoded if len(decoded) <= 40 else decoded[:39] + "…")
