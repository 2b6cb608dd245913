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

_AT_ONCE = 4  # row groups at the least: each is packed by one thread


class RowGroups:
    """Rows that a transaction puts into tables; `finish` it before anybody asks for them."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._held: dict[str, pa.Table] = {}

    def insert(self, table: str, rows: pa.Table) -> None:
        """Put rows into a table, columns by name; or hold them back for a while."""
        rows = _joined(self._held.pop(table, rows.slice(0, 0)), rows)
        # One whole row group is held back too. Rows too few for one, and put into the table by
        # themselves, have DuckDB write the one before again.
        whole = len(rows) // ROW_GROUP - 1
        if whole >= _AT_ONCE:
            self._insert(table, rows.slice(0, whole * ROW_GROUP))
            rows = rows.slice(whole * ROW_GROUP)
        self._held[table] = rows

    def finish(self) -> None:
        """Put into the tables what was held back."""
        for table, rows in self._held.items():
            self._insert(table, rows)
        self._held = {}

    def _insert(self, table: str, rows: pa.Table) -> None:
        insert = f"insert into {table} by name from incoming_rows"
        execute_on(self._connection, in_pieces(rows), insert)


def _joined(rows: pa.Table, more: pa.Table) -> pa.Table:
    import pyarrow as pa

    return pa.concat_tables([rows, more], promote_options="default")


def in_pieces(rows: pa.Table) -> pa.Table:
    """The rows in pieces of a row group, which DuckDB takes up side by side."""
    pieces = [rows.slice(start, ROW_GROUP) for start in range(0, len(rows), ROW_GROUP)]
    return rows.from_batches([piece.combine_chunks().to_batches()[0] for piece in pieces])
