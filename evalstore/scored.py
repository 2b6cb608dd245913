"""Runs of which a store has scores only: their rankings are in a lake."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb

from evalstore.errors import DataError, UsageError
from evalstore.load.statements import statement
from evalstore.plural import counted
from evalstore.views import compose


def check_scored(
    connection: duckdb.DuckDBPyConnection, overrides: Mapping[str, str], ties: str | None
) -> None:
    """Refuse measures whose scores were not saved; they would count 0."""
    if not connection.execute("from custom_value limit 1").fetchall():
        return
    if ties is not None and _has_scored(connection, overrides):
        raise UsageError("`ties` requires the rankings; load the runs into a store")
    lacking = connection.execute(statement("lacking_score", overrides, layer="lake")).fetchall()
    if lacking:
        measure, system = lacking[0]
        raise DataError(
            f"{counted(len(lacking), 'run')} (such as {system}) were saved from a lake without "
            f"the scores of {measure} on all selected topics; evaluate the lake, and save them"
        )


def _has_scored(connection: duckdb.DuckDBPyConnection, overrides: Mapping[str, str]) -> bool:
    select = "select run_id from steps.scored_run inner join run using (run_id) limit 1"
    return bool(connection.execute(compose(select, overrides)).fetchall())
