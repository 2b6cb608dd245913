"""Which cells have the best value of their column."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from evalstore.result import Result

Number = int | float | Decimal


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
