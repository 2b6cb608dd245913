"""Collections: namespaces that come into being when something is loaded into them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalstore.rows import first

if TYPE_CHECKING:
    import duckdb

DEFAULT = "default"


def collection_id_of(connection: duckdb.DuckDBPyConnection, name: str) -> int:
    """The collection of that name, made if it is new."""
    row = first(connection.execute("select collection_id from collection where name = ?", [name]))
    if row is None:
        row = first(
            connection.execute(
                "insert into collection (name) values (?) returning collection_id", [name]
            )
        )
    assert row is not None
    return int(row[0])
