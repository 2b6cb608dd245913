"""A result for readers, before a format lays it out and escapes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeGuard

from evalstore.output.cells import shown, visible, without_decimals
from evalstore.output.columns import counted_by_row, has_whole_numbers, is_count, is_number
from evalstore.output.display import ELLIPSIS
from evalstore.query import Preview, Row, preview_of
from evalstore.result import ENDS, SHOWN

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

Number = int | float | Decimal


@dataclass(frozen=True)
class Grid:
    """Every text is one line; `best` has the (row, column) of the marked cells, `optional` the
    columns that are left out first where a terminal is too narrow."""

    title: str | None
    headers: list[str]
    numeric: list[bool]
    rows: list[list[str]]
    best: set[tuple[int, int]]
    notes: list[str]
    optional: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)


def grid_of(result: Result, options: Options) -> Grid:
    places = options.human_places
    shaped = result if result.for_people is None else result.for_people(places)
    part = _part(shaped, options.brief)
    rows = _texts(shaped, part.first, places)
    if part.is_cut:
        rows += [[ELLIPSIS] * len(shaped.columns), *_texts(shaped, part.last, places)]
    return Grid(
        title=visible(result.title) if result.title else None,
        headers=[visible(name) for name in shaped.columns],
        numeric=[is_number(sql_type) for sql_type in shaped.types],
        rows=rows,
        best=_shown_marks(best_cells(shaped), part) if shaped.best else set(),
        notes=[*_cut_note(part), *(visible(note) for note in result.notes)],
        optional=[visible(name) for name in shaped.optional],
        above=[visible(line) for line in result.above],
    )


def _texts(result: Result, rows: Sequence[Row], places: int) -> list[list[str]]:
    """The cells; grades and counts that are whole numbers have no decimals."""
    names = result.columns
    whole = [has_whole_numbers(name) for name in names]
    of_measure = [counted_by_row(name) for name in names]
    measure = names.index("measure") if "measure" in names and any(of_measure) else None
    texts = []
    for row in rows:
        counts = measure is not None and is_count(str(row[measure]))
        are_whole = [
            one or (counts and other) for one, other in zip(whole, of_measure, strict=True)
        ]
        texts.append(
            [
                shown(without_decimals(value) if is_whole else value, places)
                for value, is_whole in zip(row, are_whole, strict=True)
            ]
        )
    return texts


def _part(result: Result, brief: bool) -> Preview:
    """What is shown of the rows; marks for the best ones need all of them."""
    if not brief:
        return Preview(result.rows, [], len(result.rows))
    if result.best:
        return preview_of(result.rows, SHOWN, ENDS)
    return result.preview()


def _shown_marks(best: set[tuple[int, int]], part: Preview) -> set[tuple[int, int]]:
    """The marks at the rows where the cells are shown."""
    if not part.is_cut:
        return best
    first, total = len(part.first), part.total or 0
    gone = total - len(part.last) - first - 1
    upper = {(row, column) for row, column in best if row < first}
    lower = {(row - gone, column) for row, column in best if row >= total - len(part.last)}
    return upper | lower


def _cut_note(part: Preview) -> list[str]:
    if not part.is_cut:
        return []
    if part.total is None:
        return [f"the first {len(part.first):,} rows are shown; there are more"]
    return [
        f"{part.total:,} rows; the first {len(part.first)} and the last {len(part.last)} are shown"
    ]


def marked_rows(
    grid: Grid, escape: Callable[[str], str], mark: Callable[[str], str]
) -> list[list[str]]:
    """The rows in a markup language: every cell escaped, the best ones marked."""
    return [
        [
            mark(escape(text)) if (row, column) in grid.best else escape(text)
            for column, text in enumerate(cells)
        ]
        for row, cells in enumerate(grid.rows)
    ]


def best_cells(result: Result) -> set[tuple[int, int]]:
    """The (row, column) of every best value; equal values share the mark, however they round."""
    return {
        (number, column)
        for column, best in best_values(result).items()
        for number, row in enumerate(result.rows)
        if row[column] == best
    }


def best_values(result: Result) -> dict[int, Number]:
    """The best value of each column that has one, by the column's number."""
    found: dict[int, Number] = {}
    for column, name in enumerate(result.columns):
        if name in result.best:
            numbers = [row[column] for row in result.rows if _is_comparable(row[column])]
            if numbers:
                found[column] = max(numbers) if result.best[name] else min(numbers)
    return found


def _is_comparable(value: Any) -> TypeGuard[Number]:
    is_nan = value != value
    return isinstance(value, Number) and not is_nan
