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

    def add(self, table: str, rows: pa.Table) -> None:
        """Hold rows for a table, columns by name."""
        held = self._held.get(table)
        self._held[table] = rows if held is None else _joined(held, rows)

    def put(self) -> None:
        """Put into the tables what fills row groups, when more rows are to come."""
        for table, rows in self._held.items():
            # One that is full is held back too. Rows too few for one, and put into the table by
            # themselves, have DuckDB write the one before again.
            whole = (len(rows) // ROW_GROUP - 1) * ROW_GROUP
            if whole > 0:
                self._insert(table, rows.slice(0, whole))
                self._held[table] = rows.slice(whole)

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
