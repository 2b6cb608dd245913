"""Topics in columns: `topic<TAB>text`, with or without a header; CSV with a header."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain

from evalstore.formats.lines import Reading, finite
from evalstore.formats.texts import numbered_lines
from evalstore.formats.topics.fields import (
    DESCRIPTIONS,
    IDS,
    NARRATIVES,
    TITLES,
    Fields,
    Found,
    named,
)
from evalstore.plural import counted

FIELDS = Fields("no topic id; write it in front of the text")
Row = tuple[int, list[str]]


def topics(text: str, reading: Reading) -> Found:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    _, first = next(numbered_lines(text))
    other = _other_file(first)
    if other:
        reading.refuse(None, other)
        return
    if "\t" not in first and _is_header(next(csv.reader([first]))):
        rows = _csv_rows(text, reading)
    elif "\t" in text:
        rows = ((number, _stripped(line.split("\t"))) for number, line in numbered_lines(text))
    else:
        return
    yield from FIELDS.topics(_records(rows, reading), reading)


def _other_file(line: str) -> str | None:
    """Name a run or a qrels file by its first line: these are given by mistake."""
    words = line.split()
    numbers = [finite(word.encode()) is not None for word in words[3:5]]
    if len(line.split("\t")) in (2, 3):
        return None
    if len(words) == 6 and all(numbers):
        return "this is a run, not topics; load it with `store.load_runs()`"
    if len(words) == 4 and all(numbers):
        return "these are judgements, not topics; load them with `store.load_qrels()`"
    return None


def _csv_rows(text: str, reading: Reading) -> Iterator[Row]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for cells in rows:
            if any(_stripped(cells)):
                yield rows.line_num, _stripped(cells)
    except csv.Error as error:
        reading.refuse(rows.line_num, f"malformed CSV ({error}); check the quotation marks")


def _stripped(cells: Sequence[str]) -> list[str]:
    return [cell.strip() for cell in cells]


def _records(rows: Iterator[Row], reading: Reading) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row as texts named by the header, or by their position."""
    first = next(rows, None)
    if first is None:
        return
    header = _header(first[1]) if _is_header(first[1]) else None
    if header == []:
        reading.refuse(first[0], "the header has no text column; expected title, query or text")
        return
    for line, cells in rows if header else chain([first], rows):
        names = header or ["id", "text", *(f"column{at}" for at in range(3, len(cells) + 1))]
        if len(cells) < 2:
            reading.refuse(line, "1 column, expected 2: topic<TAB>text")
        elif len(cells) > len(names):
            reading.refuse(
                line, f"{counted(len(cells), 'column')}, but the header has {len(names)}"
            )
        else:
            missing = [""] * (len(names) - len(cells))
            yield line, dict(zip(names, [*cells, *missing], strict=True))


def _is_header(cells: Sequence[str]) -> bool:
    """The first column is named as an id, or any column as an id and another as a text."""
    return bool(named(cells[:1], IDS) or (named(cells, IDS) and named(cells, TITLES)))


def _header(cells: list[str]) -> list[str]:
    """The names of the columns; empty if none of them is that of a text."""
    names = [name or f"column{at}" for at, name in enumerate(cells, start=1)]
    topic = named(names, IDS)
    others = [name for name in names if name != topic]
    if named(others, (*TITLES, *DESCRIPTIONS, *NARRATIVES)):
        return names
    # An id and one other column: that is the text, whatever it is called.
    return [name if name == topic else "text" for name in names] if len(others) == 1 else []
