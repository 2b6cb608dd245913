"""A leaderboard with more columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalstore.query import Fetched
from evalstore.result import Result

Column = tuple[str, Mapping[str, Any]]  # DuckDB's type, and the value of each system


def widened(
    board: Result,
    columns: Mapping[str, Column],
    best: Mapping[str, bool] | None = None,
    notes: Sequence[str] = (),
) -> Result:
    """The board with more columns, by system; also in the form that it has for readers."""
    described = list(zip(board.columns, board.types, strict=True))
    described += [(name, kind) for name, (kind, _) in columns.items()]
    system = board.columns.index("system")
    rows = [
        (*row, *(values.get(row[system]) for _, values in columns.values())) for row in board.rows
    ]
    result = Result(Fetched(described, rows), title=board.title)
    result.best, result.notes = board.best | dict(best or {}), [*board.notes, *notes]
    shaped = board.for_people
    if shaped is not None:
        result.for_people = lambda places: widened(shaped(places), columns, best, notes)
    return result
