"""DuckDB's engine by itself.

The package `duckdb` adds ways to build queries in Python, and takes longer to import than most
answers take to compute. Questions do without. To make a relation or to read Arrow's tables, and for
whoever takes a store's `connection`, the whole package is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    from _duckdb import CatalogException, Error, IOException, connect
    from _duckdb import __version__ as version
except ImportError:  # another DuckDB may keep its engine elsewhere
    from duckdb import CatalogException, Error, IOException, connect
    from duckdb import __version__ as version

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = [
    "CatalogException",
    "Error",
    "IOException",
    "connect",
    "relation",
    "relation_of",
    "version",
    "whole",
]


def whole(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection with everything that the package gives it."""
    import duckdb  # noqa: F401, to import it is what gives it

    return connection


def relation(
    connection: duckdb.DuckDBPyConnection, select: str, params: Any = None
) -> duckdb.DuckDBPyRelation:
    """A select as a relation, to build on or to read as a data frame."""
    return whole(connection).sql(select, params=params)


def relation_of(connection: duckdb.DuckDBPyConnection, rows: pa.Table) -> duckdb.DuckDBPyRelation:
    """Rows as a relation."""
    return whole(connection).from_arrow(rows)
