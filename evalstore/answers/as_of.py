"""A leaderboard as of a date, from the present runs and judgements loaded by then.

A store records when each run and each set of judgements was loaded, in local time. Runs that were
replaced or dropped since are gone, so this is the past as far as the present store has it.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime, time
from typing import Any

import duckdb

from evalstore.database import only_value
from evalstore.errors import DataError, UsageError
from evalstore.names import Named, find_qrels, find_runs
from evalstore.patterns import Names
from evalstore.plural import counted

Moment = str | date | datetime
NOW = "now"


def as_of(
    connection: duckdb.DuckDBPyConnection,
    collection: Named,
    given: Moment,
    qrels: str | None,
    runs: Names | None,
) -> tuple[dict[str, Any], str]:
    """The runs loaded by a moment and the judgements named, or else those loaded last by then; as
    arguments of a selection, with a note about them."""
    moment = moment_of(given)
    present = [run.name for run in find_runs(connection, collection, runs)]
    loaded = _loaded_by(connection, "run", "system", collection, moment)
    selected = [name for name in present if name in loaded]
    if not selected:
        raise DataError(f"no run had been loaded by {given}; {_first(connection, collection)}")
    chosen, note = _judgements(connection, collection, moment, qrels)
    return {"qrels": chosen, "runs": selected}, _about(len(selected), len(present)) + note


def _about(selected: int, present: int) -> str:
    if selected == present:
        return f"{'the system' if present == 1 else f'all {present:,} systems'} had been loaded"
    gone = "replaced and dropped runs are not included"
    return f"{selected:,} of the {counted(present, 'system')} had been loaded; {gone}"


def moment_of(given: Moment) -> datetime:
    """A date is the end of its day; a time without a zone is local, as the store has it."""
    found = _read(given) if isinstance(given, str) else given
    if not isinstance(found, datetime):
        return datetime.combine(found, time.max)
    return found.astimezone().replace(tzinfo=None) if found.tzinfo else found


def _read(text: str) -> date:
    if text == NOW:
        return datetime.now()
    for read in (date.fromisoformat, datetime.fromisoformat):
        with suppress(ValueError):
            return read(text)
    raise UsageError(f"{text!r} is not a date; expected 2026-05-31 or 2026-05-31T12:00")


def _judgements(
    connection: duckdb.DuckDBPyConnection, collection: Named, moment: datetime, name: str | None
) -> tuple[str, str]:
    """The name of the set, and a note where it was loaded later."""
    loaded = _loaded_by(connection, "qrels", "name", collection, moment)
    if name is not None:
        find_qrels(connection, collection, name)
        return name, "" if name in loaded else f"; {name} was loaded later"
    if not loaded:
        raise DataError(f"no judgements had been loaded by {moment:%Y-%m-%d %H:%M}")
    return loaded[-1], ""


def _loaded_by(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    column: str,
    collection: Named,
    moment: datetime,
) -> list[str]:
    """The names in the order of loading."""
    rows = connection.execute(
        f"""
        select {column} from {table} where collection_id = ? and loaded_at <= ?
        order by loaded_at, {table}_id
        """,
        [collection.number, moment],
    ).fetchall()
    return [row[0] for row in rows]


def _first(connection: duckdb.DuckDBPyConnection, collection: Named) -> str:
    earliest = only_value(
        connection.execute(
            "select min(loaded_at) from run where collection_id = ?", [collection.number]
        )
    )
    return f"the first run in the store was loaded on {earliest:%Y-%m-%d at %H:%M}"
