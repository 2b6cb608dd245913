"""Deleting and renaming runs, sets of judgements and collections."""

from __future__ import annotations

import duckdb

from evalstore.database import first_row
from evalstore.errors import ConflictError, UsageError
from evalstore.names import Named

_RUN_TABLES = ("judged_ranking", "run_topic", "ranking", "efficiency", "custom_value", "run")
_QRELS_TABLES = ("judgement", "rationale", "judged_ranking", "custom_value", "qrels")


def drop_run(connection: duckdb.DuckDBPyConnection, run_id: int) -> None:
    for table in _RUN_TABLES:
        connection.execute(f"delete from {table} where run_id = ?", [run_id])


def drop_qrels(connection: duckdb.DuckDBPyConnection, qrels_id: int) -> None:
    for table in _QRELS_TABLES:
        connection.execute(f"delete from {table} where qrels_id = ?", [qrels_id])


def drop_collection(connection: duckdb.DuckDBPyConnection, collection_id: int) -> None:
    for table, drop in (("run", drop_run), ("qrels", drop_qrels)):
        select = f"select {table}_id from {table} where collection_id = ?"
        for (number,) in connection.execute(select, [collection_id]).fetchall():
            drop(connection, number)
    for table in ("topic", "document", "collection"):
        connection.execute(f"delete from {table} where collection_id = ?", [collection_id])


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
