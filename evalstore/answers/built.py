"""Results made of rows that Python computed, and how their cells are written."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalstore.query import Fetched, Row
from evalstore.result import Result

# Markup languages drop a plain space at the edge of a cell.
BLANK = "\N{NO-BREAK SPACE}"

# What a column is made of: DuckDB's type, and the conversion from NumPy's numbers.
_KINDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "text": ("VARCHAR", str),
    "number": ("DOUBLE", float),
    "count": ("BIGINT", int),
    "flag": ("BOOLEAN", bool),
}


def built(columns: Mapping[str, str], rows: Sequence[Row]) -> Result:
    """A result of these rows; `columns` names each and says whether it is `text`, a `number`,
    a `count` or a `flag`. None and NaN are NULL."""
    kinds = [_KINDS[kind] for kind in columns.values()]
    cells = [
        tuple(_cell(value, convert) for value, (_, convert) in zip(row, kinds, strict=True))
        for row in rows
    ]
    described = [(name, kind) for name, (kind, _) in zip(columns, kinds, strict=True)]
    return Result(Fetched(described, cells))


def _cell(value: Any, convert: Callable[[Any], Any]) -> Any:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return convert(value)


def signed(value: float, places: int) -> str:
    """A difference with its sign: +0.0123 or -0.0123."""
    text = f"{abs(value):.{places}f}"
    if not float(text):
        return text
    return ("+" if value > 0 else "-") + text


def relative(difference: float, base: float) -> str | None:
    """The difference in percent of `base`; None where that is 0."""
    return None if base == 0 else f"{signed(100 * difference / abs(base), 1)} %"


def shown_p(p_value: float, places: int) -> str:
    """A p-value; one that would round to 0 is written as a bound."""
    least = 10.0**-places
    return f"<{least:.{places}f}" if p_value < least else f"{p_value:.{places}f}"
