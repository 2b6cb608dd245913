"""Views, catalogue and weights follow the version of evalstore that opens the store."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalstore.rows import first
from evalstore.views import fingerprint, persisted, views

if TYPE_CHECKING:
    import duckdb

_KEY = "views"


def refresh(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the views again if `sql/` has changed since they were made."""
    row = first(connection.execute("select value from setting where name = ?", [_KEY]))
    if row and row[0] == fingerprint():
        return
    connection.begin()
    try:
        make_views(connection)
        _fill(connection)
        connection.execute("insert or replace into setting values (?, ?)", [_KEY, fingerprint()])
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def make_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Make every view, those of the store's own measures included."""
    from evalstore.measures.own import own_views

    for statement in persisted(own=own_views(connection)):
        connection.execute(statement)


def refresh_named(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    """Make the views that some SQL names, and what they read."""
    words = set(re.findall(r"\w+", text.lower()))
    wanted = sorted(words & set(views()))
    for statement in persisted(wanted):
        connection.execute(statement)
    if wanted or words & {"measure", "measure_description", "gain", "discount"}:
        _fill(connection)


def _fill(connection: duckdb.DuckDBPyConnection) -> None:
    from evalstore.measures.catalogue import catalogue_row, default_measures
    from evalstore.measures.filling import fill_catalogue, fill_descriptions, fill_weights

    fill_catalogue(connection, [catalogue_row(measure) for measure in default_measures()])
    fill_descriptions(connection)
    fill_weights(connection)
