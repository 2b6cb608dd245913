"""Deleting a run, a set of judgements or a collection, with everything derived from it."""

from __future__ import annotations

import duckdb

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
