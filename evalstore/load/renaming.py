"""Renaming a run, a set of judgements or a collection."""

from __future__ import annotations

import duckdb

from evalstore.database import first_row
from evalstore.errors import ConflictError, UsageError
from evalstore.names import Named


def rename(
    connection: duckdb.DuckDBPyConnection, table: str, old: Named, new: str, collection: Named
) -> None:
    """Give a row of `run`, `qrels` or `collection` another name, which must be free."""
    if not new.strip():
        raise UsageError(f"the name of a {table} must not be empty")
    column = "system" if table == "run" else "name"
    select = f"select 1 from {table} where {column} = ? and {table}_id != ?"
    values: list[object] = [new, old.number]
    if table != "collection":
        select, values = f"{select} and collection_id = ?", [*values, collection.number]
    if first_row(connection.execute(select, values)):
        raise ConflictError(f"{table} {new!r} exists; drop it first, or choose another name")
    update = f"update {table} set {column} = ? where {table}_id = ?"
    connection.execute(update, [new, old.number])
