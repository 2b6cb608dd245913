"""Runs of which a store has scores only: their rankings are in a lake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from evalstore.errors import DataError, UsageError
from evalstore.plural import counted
from evalstore.views import compose, reads_rankings, statement

_SAVED = """
select distinct name
from custom_value
where run_id in (select run_id from steps.scored_run)
    and name not in (select name from custom_measure where is_function)
order by name
"""


def check_scored(
    connection: duckdb.DuckDBPyConnection, overrides: Mapping[str, str], ties: str | None
) -> None:
    """Refuse measures whose scores were not saved; they would count 0."""
    if not _has_values(connection):
        return
    if ties is not None and has_scored(connection, overrides):
        raise UsageError("`ties` requires the rankings; load the runs into a store")
    lacking = connection.execute(statement("lacking_score", overrides, layer="lake")).fetchall()
    if lacking:
        measure, system = lacking[0]
        runs = {system for _, system in lacking}
        raise DataError(
            f"{counted(len(runs), 'run')} (such as {system}) were saved from a lake without "
            f"the scores of {measure} on all selected topics; evaluate the lake, and save them"
        )


def check_select(
    connection: duckdb.DuckDBPyConnection, overrides: Mapping[str, str], select: str
) -> None:
    """Refuse a select that reads rankings itself, where the selected runs have none."""
    if (
        _has_values(connection)
        and reads_rankings(select, overrides)
        and has_scored(connection, overrides)
    ):
        raise DataError(
            "this requires rankings, and some of the runs were saved from a lake without them; "
            "load their files into a store"
        )


def default_measures(connection: duckdb.DuckDBPyConnection, usual: Sequence[str]) -> Sequence[str]:
    """The usual measures; where runs have scores only, those whose scores came."""
    if not _has_values(connection):
        return usual
    saved = [name for (name,) in connection.execute(compose(_SAVED, {})).fetchall()]
    return [name for name in usual if name in saved] or saved or usual


def has_scored(connection: duckdb.DuckDBPyConnection, overrides: Mapping[str, str]) -> bool:
    """Whether some of the selected runs have scores only."""
    select = "select run_id from steps.scored_run inner join run using (run_id) limit 1"
    return bool(connection.execute(compose(select, overrides)).fetchall())


def _has_values(connection: duckdb.DuckDBPyConnection) -> bool:
    return bool(connection.execute("from custom_value limit 1").fetchall())
