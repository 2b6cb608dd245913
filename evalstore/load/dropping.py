"""Deleting a run or a set of judgements, with everything derived from it."""

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
