"""Views, catalogue and weights follow the version of evalstore that opens the store."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from evalstore.rows import first
from evalstore.transaction import transaction, unoptimised
from evalstore.views import UNION, family_names, fingerprint, persisted, views

if TYPE_CHECKING:
    import duckdb

_KEY = "views"

# Read like tables all over the place, so that even a store in memory has them from the start.
_ALWAYS = ("document", "ranking")


def refresh(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the views again if `sql/` has changed since they were made."""
    row = first(connection.execute("select value from setting where name = ?", [_KEY]))
    if row and row[0] == fingerprint():
        return
    with unoptimised(connection), transaction(connection):
        _fill(connection)
        make = make_views if row else _make_first_views
        make(connection)
        connection.execute("insert or replace into setting values (?, ?)", [_KEY, fingerprint()])


def make_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Make every view, those of the store's own measures included."""
    for statement in _statements(connection, None):
        connection.execute(statement)


def _make_first_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Make every view of a new store, half of them in a thread: DuckDB parses them side by side.

    That half is there even if the transaction around the other fails, and will be made again.
    """
    from concurrent.futures import ThreadPoolExecutor  # a store is made once, and often opened

    statements = _statements(connection, None)
    half = len(statements) // 4 * 2  # the comment on a view is made after it
    with closing(connection.cursor()) as other, ThreadPoolExecutor(1) as thread:
        made = thread.submit(_make_apart, other, statements[:half])
        for statement in statements[half:]:
            connection.execute(statement)
        made.result()


def _make_apart(connection: duckdb.DuckDBPyConnection, statements: Sequence[str]) -> None:
    with unoptimised(connection):
        connection.begin()
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def make_basic_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Make only the views that our own questions take for tables."""
    for statement in persisted(_ALWAYS):
        connection.execute(statement)


def make_union(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the union of families again, after measures were added to the catalogue."""
    for statement in _statements(connection, [UNION]):
        connection.execute(statement)


def _statements(connection: duckdb.DuckDBPyConnection, wanted: list[str] | None) -> list[str]:
    from evalstore.measures.own import own_views

    rows = connection.execute("select distinct family from measure").fetchall()
    families = {row[0] for row in rows} & set(family_names())
    return persisted(wanted, own_views(connection), families)


def refresh_named(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    """Make the views that some SQL names, and what they read."""
    words = set(re.findall(r"\w+", text.lower()))
    wanted = sorted(words & set(views()))
    if wanted or words & {"measure", "measure_description", "gain", "discount"}:
        _fill(connection)
    for statement in _statements(connection, wanted):
        connection.execute(statement)


def _fill(connection: duckdb.DuckDBPyConnection) -> None:
    from evalstore.measures.catalogue import catalogue_row, default_measures
    from evalstore.measures.filling import fill_catalogue, fill_descriptions, fill_weights

    fill_catalogue(connection, [catalogue_row(measure) for measure in default_measures()])
    fill_descriptions(connection)
    fill_weights(connection)
