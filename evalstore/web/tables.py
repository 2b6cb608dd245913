"""A result as a table of a page: sorted, filtered and paged as the address says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import Any

from markupsafe import Markup

from evalstore.errors import UnknownNameError
from evalstore.output.cells import NULL_SHOWN, shown
from evalstore.output.columns import is_number
from evalstore.output.display import ELLIPSIS, shorten
from evalstore.output.grid import best_values
from evalstore.output.options import HUMAN_PLACES
from evalstore.query import Fetched, Row
from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.links import Parameters, address

PAGE = 200
_DATA = ("json", "csv", "parquet")
_LONGEST = 40  # letters of a heading
_IDENTIFIER = re.compile("[a-z][a-z0-9_]*")

Record = dict[str, Any]
CellMaker = Callable[[Record], "Cell"]


@dataclass(frozen=True)
class Cell:
    """What a cell shows: text, with a link, or a drawing."""

    text: str
    href: str | None = None
    classes: str = ""
    drawing: Markup | None = None
    hint: str | None = None


@dataclass(frozen=True)
class Heading:
    """A column's head; its link sorts by the column."""

    text: str
    is_number: bool = False
    href: str | None = None
    order: str | None = None
    hint: str | None = None


@dataclass
class Shape:
    """How a page shows a result: the columns left out, made specially, or added."""

    caption: str
    cells: Mapping[str, CellMaker] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    added: Mapping[str, tuple[str, CellMaker]] = field(default_factory=dict)  # after which column
    labels: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    row_class: Callable[[Record], str] = lambda record: ""
    pick: str | None = None  # the column whose value a checkbox submits


@dataclass(frozen=True)
class Table:
    """A table that a template writes."""

    name: str
    caption: str
    headings: list[Heading]
    rows: list[tuple[str, str | None, list[Cell]]]
    notes: list[str]
    total: int
    shown_rows: str
    pages: list[tuple[str, str | None]]
    downloads: list[tuple[str, str]]
    filter_name: str
    filter_value: str


def arranged(ask: Ask, result: Result, name: str = "") -> Result:
    """The rows that pass the filter, in the order that the address asks for."""
    columns, rows = result.columns, list(result.rows)
    wanted = (ask.one(f"{name}filter") or "").casefold()
    if wanted:
        rows = [row for row in rows if any(wanted in _searched(value) for value in row)]
    key = ask.one(f"{name}sort")
    if key is not None:
        descending = key not in columns and key.startswith("-")
        column = key[1:] if descending else key
        if column not in columns:
            raise UnknownNameError("column", column, columns)
        rows = _sorted(rows, columns.index(column), descending)
    described = list(zip(columns, result.types, strict=True))
    return Result(Fetched(described, rows), title=result.title, notes=result.notes)


def _searched(value: Any) -> str:
    return value.casefold() if isinstance(value, str) else ""


def _sorted(rows: list[Row], index: int, descending: bool) -> list[Row]:
    present = [row for row in rows if row[index] is not None]
    absent = [row for row in rows if row[index] is None]
    return sorted(present, key=lambda row: _order(row[index]), reverse=descending) + absent


def _order(value: Any) -> tuple[int, Any, str]:
    """Names that are numbers as numbers, before other names."""
    if isinstance(value, str):
        return (0, int(value), "") if value.isascii() and value.isdigit() else (1, 0, value)
    return (0, value, "") if isinstance(value, int | float) else (1, 0, str(value))


def table(ask: Ask, result: Result, shape: Shape, name: str = "") -> Table:
    """One page of the result, and the links to the others and to the data."""
    prefix = f"{name}." if name else ""
    whole = arranged(ask, result, prefix)
    records = whole.dicts()
    number = min(ask.number(f"{prefix}page", 1), max(1, ceil(len(records) / PAGE)))
    start = (number - 1) * PAGE
    page = records[start : start + PAGE]
    hidden = set(shape.hidden)
    columns = [one for one in result.columns if one not in hidden]
    kinds = dict(zip(result.columns, result.types, strict=True))
    found = best_values(result) if len(result.rows) > 1 else {}
    best = {result.columns[column]: value for column, value in found.items()}
    rows = [
        (
            shape.row_class(record),
            str(record[shape.pick]) if shape.pick else None,
            _cells(record, columns, shape, kinds, best),
        )
        for record in page
    ]
    return Table(
        name,
        shape.caption,
        _headings(ask, columns, kinds, shape, prefix),
        rows,
        result.notes,
        len(result.rows),
        _shown_rows(len(result.rows), len(records), start, len(page)),
        _pages(ask, prefix, len(records), number),
        [(one, address(*ask.path, suffix=one, query=_data(ask, name))) for one in _DATA],
        f"{prefix}filter",
        ask.one(f"{prefix}filter") or "",
    )


def _data(ask: Ask, name: str) -> Parameters:
    return [("table", name), *ask.changed(table=None)] if name else ask.changed(table=None)


def _shown_rows(total: int, matching: int, start: int, count: int) -> str:
    rows = "row" if total == 1 else "rows"
    if matching == total == count:
        return f"{total:,} {rows}"
    part = f"rows {start + 1:,} to {start + count:,} of {matching:,}" if count < matching else ""
    matched = f"{matching:,} of {total:,} {rows} match" if matching < total else ""
    return "; ".join(text for text in (part, matched) if text)


def _pages(ask: Ask, prefix: str, matching: int, number: int) -> list[tuple[str, str | None]]:
    last = max(1, ceil(matching / PAGE))
    if last == 1:
        return []
    return page_links(last, number, lambda one: ask.here(**{f"{prefix}page": one}))


def page_links(last: int, number: int, link: Callable[[str], str]) -> list[tuple[str, str | None]]:
    """The first page, the last one and those near this one, which has no link."""
    near = sorted({1, last, *range(max(1, number - 2), min(last, number + 2) + 1)})
    links: list[tuple[str, str | None]] = []
    for before, one in zip([0, *near], near, strict=False):
        links += [(ELLIPSIS, None)] if one > before + 1 else []
        links.append((str(one), None if one == number else link(str(one))))
    return links


def _headings(
    ask: Ask,
    columns: list[str],
    kinds: Mapping[str, str],
    shape: Shape,
    prefix: str,
) -> list[Heading]:
    key = ask.one(f"{prefix}sort")
    headings = []
    for column in columns:
        numeric = is_number(kinds[column])
        order = {column: "ascending", f"-{column}": "descending"}.get(key or "")
        first = f"-{column}" if numeric else column
        then = column if key == first == f"-{column}" else f"-{column}" if key == first else first
        given = {f"{prefix}sort": then, f"{prefix}page": None}
        label = shape.labels.get(column) or _label(column)
        text = shorten(label, _LONGEST)
        hint = shape.hints.get(column, label if text != label else None)
        headings.append(Heading(text, numeric, ask.here(**given), order, hint))
        headings += [
            Heading(title, hint=shape.hints.get(title))
            for title, (after, _) in shape.added.items()
            if after == column
        ]
    return headings


def _label(column: str) -> str:
    """A column's name in words; other names are as they are, such as `AP vs my_run`."""
    return column.replace("_", " ") if _IDENTIFIER.fullmatch(column) else column


def _cells(
    record: Record,
    columns: list[str],
    shape: Shape,
    kinds: Mapping[str, str],
    best: Mapping[str, Any],
) -> list[Cell]:
    cells = []
    for column in columns:
        maker = shape.cells.get(column)
        cells.append(maker(record) if maker else plain(record[column], kinds[column], column, best))
        cells += [make(record) for after, make in shape.added.values() if after == column]
    return cells


def plain(
    value: Any, kind: str = "", column: str = "", best: Mapping[str, Any] | None = None
) -> Cell:
    """A value as the command line shows it."""
    classes = "number" if is_number(kind) else "text"
    if value is not None and best and column in best and value == best[column]:
        classes += " best"
    hint = repr(value) if isinstance(value, float) else None
    return Cell(text_of(value), classes=classes, hint=hint)


def text_of(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    if isinstance(value, list):
        return ", ".join(f"{one:g}" if isinstance(one, float) else str(one) for one in value)
    return shown(value, HUMAN_PLACES) if value is not None else NULL_SHOWN
