"""Reading rows off a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalstore.engine import whole

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from evalstore.columns import Array


def first(result: duckdb.DuckDBPyConnection) -> tuple[Any, ...] | None:
    """The first row of a small result, read to its end: DuckDB 2 refuses work before that."""
    rows = result.fetchall()
    return rows[0] if rows else None


def only(result: duckdb.DuckDBPyConnection) -> Any:
    """The one value of a result of one row and one column."""
    return result.fetchall()[0][0]


def arrays(result: duckdb.DuckDBPyConnection) -> dict[str, Array]:
    """The columns of a result, all of numbers without gaps; in any order, if none was asked."""
    found: dict[str, Any] = result.fetchnumpy()
    return found


def execute_on(
    connection: duckdb.DuckDBPyConnection,
    rows: pa.Table,
    sql: str,
    parameters: dict[str, Any] | None = None,
) -> duckdb.DuckDBPyConnection:
    """Run SQL that reads these rows as the table `incoming_rows`.

    DuckDB finds the variable of that name. What is registered instead stays in memory until the
    transaction ends.
    """
    incoming_rows = rows  # noqa: F841
    return whole(connection).execute(sql, parameters)
