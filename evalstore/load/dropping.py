"""Taking a run or a set of judgements out again, with everything derived from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

_OF_A_RUN = ("judged_place", "retrieved", "retrieved_stretch", "efficiency", "own_value", "run")
_OF_QRELS = ("judgement", "grade_count", "judged_place", "own_value", "qrels")


def drop_run(connection: duckdb.DuckDBPyConnection, run_id: int) -> None:
    for table in _OF_A_RUN:
        connection.execute(f"delete from {table} where run_id = ?", [run_id])


def drop_qrels(connection: duckdb.DuckDBPyConnection, qrels_id: int) -> None:
    for table in _OF_QRELS:
        connection.execute(f"delete from {table} where qrels_id = ?", [qrels_id])
