"""Small selects that every question makes first, read once where nobody can change the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from evalstore.rows import only

if TYPE_CHECKING:
    import duckdb

Rows = list[tuple[Any, ...]]

_IS_READ_ONLY = "select readonly from duckdb_databases() where database_name = current_database()"

# The rows by select and values; None for a connection whose store may change.
_kept: WeakKeyDictionary[duckdb.DuckDBPyConnection, dict[tuple[Any, ...], Rows] | None] = (
    WeakKeyDictionary()
)


def remembered(
    connection: duckdb.DuckDBPyConnection, select: str, values: Sequence[object] = ()
) -> Rows:
    """The rows of a select; from a store that is open for reading only, those read before."""
    if connection not in _kept:
        _kept[connection] = {} if only(connection.execute(_IS_READ_ONLY)) else None
    known = _kept[connection]
    if known is None:
        return _read(connection, select, values)
    key = (select, *values)
    if key not in known:
        known[key] = _read(connection, select, values)
    return known[key]


def _read(connection: duckdb.DuckDBPyConnection, select: str, values: Sequence[object]) -> Rows:
    return connection.execute(select, list(values)).fetchall()
