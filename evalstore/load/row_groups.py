"""Rows on their way into tables, in whole row groups.

DuckDB packs a row group when it is full, while others are read. What fills none is held back until
more has come, or all: put into the table by itself, it would be packed again with its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalstore.connection import ROW_GROUP
from evalstore.rows import execute_on

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


class RowGroups:
    """Rows that a transaction puts into tables; `finish` it before anybody asks for them."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._held: dict[str, pa.Table] = {}

    def insert(self, table: str, rows: pa.Table) -> None:
        """Put rows into a table, columns by name; or hold them back for a while."""
        if (held := self._held.pop(table, None)) is not None:
            more = ROW_GROUP - len(held)
            self._put(table, _joined(held, rows.slice(0, more)))
            rows = rows.slice(more)
        self._put(table, rows)

    def _put(self, table: str, rows: pa.Table) -> None:
        whole = len(rows) - len(rows) % ROW_GROUP
        if whole:
            self._insert(table, rows.slice(0, whole))
        if whole < len(rows):
            self._held[table] = rows.slice(whole)

    def _insert(self, table: str, rows: pa.Table) -> None:
        insert = f"insert into {table} by name from incoming_rows"
        execute_on(self._connection, rows, insert, piece=ROW_GROUP)

    def finish(self) -> None:
        """Put into the tables what was held back."""
        for table, rows in self._held.items():
            self._insert(table, rows)
        self._held = {}


def _joined(rows: pa.Table, more: pa.Table) -> pa.Table:
    import pyarrow as pa

    return pa.concat_tables([rows, more], promote_options="default")
