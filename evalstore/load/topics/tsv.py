"""Topics in columns: `topic<TAB>text`, with or without a header; CSV with one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evalstore.load.topics.reading import (
    DESCRIPTIONS,
    FORMATS,
    IDS,
    NARRATIVES,
    TITLES,
    Reading,
    Topic,
    named,
)

Row = tuple[int, list[str]]


@dataclass(frozen=True)
class Layout:
    """Which column holds what."""

    topic: int
    title: int | None
    description: int | None
    narrative: int | None
    metadata: dict[str, int]
    width: int | None  # None without a header: every row may be as wide as it likes

    def topic_of(self, cells: Sequence[str]) -> Topic:
        return Topic(
            cells[self.topic],
            _at(cells, self.title),
            _at(cells, self.description),
            _at(cells, self.narrative),
            self._metadata(cells),
        )

    def _metadata(self, cells: Sequence[str]) -> dict[str, str]:
        if self.width is None:
            return {f"column{at}": cell for at, cell in enumerate(cells[2:], start=3) if cell}
        return {name: text for name, at in self.metadata.items() if (text := _at(cells, at))}


PLAIN = Layout(0, 1, None, None, {}, None)


def read(text: str, reading: Reading) -> None:
    first = next(line for line in text.split("\n") if line.strip())
    other = _other_file(first)
    if other:
        reading.refuse(None, other)
    elif "\t" not in first and _is_header(next(csv.reader([first]))):
        _read_csv(text, reading)
    elif "\t" in text:
        _read_rows(_tab_rows(text), reading)
    else:
        reading.refuse(None, f"no topic found; a topic file has {FORMATS}")


def _other_file(line: str) -> str | None:
    """Runs and judgements are the files that people hold beside their topics."""
    words = line.split()
    if len(line.split("\t")) in (2, 3):
        return None
    if len(words) == 6 and _is_number(words[3]) and _is_number(words[4]):
        return "this is a run, not topics; load it with `evalstore load runs`"
    if len(words) == 4 and _is_number(words[3]):
        return "these are judgements, not topics; load them with `evalstore load qrels`"
    return None


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _read_csv(text: str, reading: Reading) -> None:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        cells = ([cell.strip() for cell in row] for row in rows)
        _read_rows(((rows.line_num, row) for row in cells if any(row)), reading)
    except csv.Error as error:
        reading.refuse(rows.line_num, f"malformed CSV ({error}); check the quotation marks")


def _tab_rows(text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, [cell.strip() for cell in line.split("\t")]


def _read_rows(rows: Iterator[Row], reading: Reading) -> None:
    line, cells = next(rows)
    layout: Layout | None = PLAIN
    if _is_header(cells):
        layout = _layout(cells, line, reading)
    else:
        _read_row(line, cells, PLAIN, reading)
    if layout:
        for line, cells in rows:
            _read_row(line, cells, layout, reading)


def _read_row(line: int, cells: list[str], layout: Layout, reading: Reading) -> None:
    problem = _problem(cells, layout)
    if problem:
        reading.refuse(line, problem)
    else:
        reading.add(line, layout.topic_of(cells))


def _problem(cells: list[str], layout: Layout) -> str | None:
    if len(cells) < 2:
        return "one column; write topic<TAB>text"
    if layout.width is not None and len(cells) > layout.width:
        return f"{len(cells)} columns, but the header has {layout.width}"
    if not _at(cells, layout.topic):
        return "no topic id; write it in front of the text"
    return None


def _at(cells: Sequence[str], index: int | None) -> str | None:
    return None if index is None or index >= len(cells) else cells[index] or None


def _is_header(cells: Sequence[str]) -> bool:
    """An id's name comes first, or stands anywhere beside a text's name."""
    return bool(named(cells[:1], IDS) or (named(cells, IDS) and named(cells, TITLES)))


def _layout(header: list[str], line: int, reading: Reading) -> Layout | None:
    left = {name or f"column{at + 1}": at for at, name in enumerate(header)}
    topic = _column(left, IDS)
    places = [_column(left, names) for names in (TITLES, DESCRIPTIONS, NARRATIVES)]
    if places == [None, None, None] and len(left) == 1:
        places[0] = left.popitem()[1]  # id and one other column, whatever it is called
    if topic is None or places == [None, None, None]:
        reading.refuse(line, "the header names no text; call its column title, query or text")
        return None
    title, description, narrative = places
    return Layout(topic, title, description, narrative, left, len(header))


def _column(left: dict[str, int], names: Sequence[str]) -> int | None:
    name = named(left, names)
    return None if name is None else left.pop(name)
