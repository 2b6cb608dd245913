"""A result for readers, before a format lays it out and escapes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalstore.output.best import best_cells
from evalstore.output.cells import shown, visible
from evalstore.output.columns import is_number

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result


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
