"""Results made of rows that Python computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from evalstore.answers.columns import column
from evalstore.engine import relation_of
from evalstore.query import Row
from evalstore.result import Result

if TYPE_CHECKING:
    import duckdb

MINUS = "\N{MINUS SIGN}"
# Markup languages drop a plain space at the edge of a cell.
BLANK = "\N{NO-BREAK SPACE}"


def built(
    connection: duckdb.DuckDBPyConnection, columns: Mapping[str, str], rows: Sequence[Row]
) -> Result:
    """A result of these rows; `columns` names each and says whether it is `text`, a `number`,
    a `count` or a `flag`. A number that is none is NULL."""
    import pyarrow as pa

    by_column = list(zip(*rows, strict=True)) or [()] * len(columns)
    arrays = [
        column(values, kind) for kind, values in zip(columns.values(), by_column, strict=True)
    ]
    return Result(relation_of(connection, pa.Table.from_arrays(arrays, names=list(columns))))


def signed(value: float, places: int) -> str:
    """A difference as people write it: +0.0123, or with a true minus sign."""
    text = f"{abs(value):.{places}f}"
    if not float(text):
        return text
    return ("+" if value > 0 else MINUS) + text


def shown_p(p_value: float, places: int) -> str:
    """A p-value; one that would round to 0 says what it is below."""
    least = 10.0**-places
    return f"<{least:.{places}f}" if p_value < least else f"{p_value:.{places}f}"


def counted(number: int, noun: str) -> str:
    """1 topic, 1,000 topics."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
