"""All checks of a store as one result, and the repair of what is derived."""

from __future__ import annotations

import duckdb

from evalstore import version
from evalstore.answers.built import built
from evalstore.database import transaction
from evalstore.errors import DataError
from evalstore.load.storing import insert_judged_rankings
from evalstore.measures import catalogue
from evalstore.measures.custom import custom_definitions
from evalstore.measures.grammar import parse_all
from evalstore.measures.weights import fill_weights, has_function
from evalstore.plural import counted
from evalstore.result import Result
from evalstore.verification import definitions, derived, sources
from evalstore.verification.check import Check, Checking, performed
from evalstore.views import compose, statement

# In this order: what is wrong in one of them is often the reason for the next.
CHECKS: tuple[Checking, ...] = (
    derived.content,
    derived.references,
    derived.repeated,
    derived.collections,
    derived.ranking,
    derived.run_topic,
    derived.judged_ranking,
    derived.weights,
    definitions.measures,
    definitions.schema,
    sources.sources,
)
_REPAIRED = {"run_topic", "judged_ranking", "weights", "measures", "schema"}
COLUMNS = {"check": "text", "checked": "count", "wrong": "count", "example": "text"}


def verify(connection: duckdb.DuckDBPyConnection, name: str) -> Result:
    """Every check, with how much was checked and how much is wrong."""
    checks = [performed(check, connection) for check in CHECKS]
    failed = [check for check in checks if check.wrong]
    rows = [(one.name, one.checked, one.wrong, one.example) for one in checks]
    verdict = f"not sound: {counted(len(failed), 'check')} failed" if failed else "sound"
    result = built(COLUMNS, rows)
    result.title = f"{name} is {verdict}"
    result.notes = [*(note for check in checks for note in check.notes), *_remedies(failed)]
    return result


def _remedies(failed: list[Check]) -> list[str]:
    names = {check.name for check in failed}
    remedies = []
    if names & _REPAIRED:
        remedies.append("derived data can be recomputed: `store.verify()` with `repair=True`")
    if others := sorted(names - _REPAIRED):
        remedies.append(
            f"{', '.join(others)}: no repair; load the files again with `replace=True`, "
            "or restore a backup"
        )
    return remedies


def repair(connection: duckdb.DuckDBPyConnection) -> None:
    """Recompute everything that is derived, in one transaction."""
    try:
        _repair(connection)
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"the store cannot be repaired, restore a backup: {reason}") from error


def _repair(connection: duckdb.DuckDBPyConnection) -> None:
    with transaction(connection):
        scored = compose(derived.SCORED_RUNS, {})
        connection.execute(f"delete from run_topic where run_id not in ({scored})")
        connection.execute("delete from judged_ranking")
        run_topic = statement("run_topic", layer="verify")
        connection.execute(f"insert into run_topic {run_topic}")
        insert_judged_rankings(connection, {})
        _repair_catalogue(connection)
        for table in ("discount", "gain"):
            _delete_computable(connection, table)
        fill_weights(connection)
        version.renew(connection)


def _repair_catalogue(connection: duckdb.DuckDBPyConnection) -> None:
    """Every measure as its name says; one that has no meaning is deleted."""
    custom = custom_definitions(connection)
    known = []
    for (name,) in connection.execute("select measure from measure").fetchall():
        try:
            known += parse_all([name], custom)
        except Exception:
            connection.execute("delete from measure where measure = ?", [name])
    catalogue.register(connection, known)


def _delete_computable(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    """Delete the weights whose functions are here, so that they are filled again."""
    names = connection.execute(f"select distinct {table} from {table}").fetchall()
    for (name,) in names:
        if has_function(table, name):
            connection.execute(f"delete from {table} where {table} = ?", [name])
