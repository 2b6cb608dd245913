"""A result for readers, before a format lays it out and escapes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeGuard

from evalstore.output.cells import shown, visible
from evalstore.output.columns import is_number

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

Number = int | float | Decimal


@dataclass(frozen=True)
class Grid:
    """Every text is one line; `best` has the (row, column) of the marked cells."""

    title: str | None
    headers: list[str]
    numeric: list[bool]
    rows: list[list[str]]
    best: set[tuple[int, int]]
    notes: list[str]


def grid_of(result: Result, options: Options) -> Grid:
    places = options.human_places
    shaped = result if result.for_people is None else result.for_people(places)
    return Grid(
        title=visible(result.title) if result.title else None,
        headers=[visible(name) for name in shaped.columns],
        numeric=[is_number(sql_type) for sql_type in shaped.types],
        rows=[[shown(value, places) for value in row] for row in shaped.rows],
        best=best_cells(shaped),
        notes=[visible(note) for note in result.notes],
    )


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
        (row, column)
        for column, name in enumerate(result.columns)
        if name in result.best
        for row in _best_rows([row[column] for row in result.rows], result.best[name])
    }


def _best_rows(values: list[Any], high_is_best: bool) -> Iterable[int]:
    numbers = [value for value in values if _is_comparable(value)]
    if not numbers:
        return []
    best = max(numbers) if high_is_best else min(numbers)
    return [row for row, value in enumerate(values) if value == best]


def _is_comparable(value: Any) -> TypeGuard[Number]:
    is_nan = value != value
    return isinstance(value, Number) and not is_nan
