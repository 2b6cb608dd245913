"""Numbers for collections, topics and documents that a load brings."""

from __future__ import annotations

import duckdb

from evalstore.database import first_row
from evalstore.load.statements import statement


def collection_id_of(connection: duckdb.DuckDBPyConnection, name: str) -> int:
    """The collection of that name, created if it is new."""
    row = first_row(
        connection.execute("select collection_id from collection where name = ?", [name])
    )
    if row is None:
        insert = "insert into collection (name) values (?) returning collection_id"
        row = first_row(connection.execute(insert, [name]))
    assert row is not None
    return int(row[0])


def number_topics(connection: duckdb.DuckDBPyConnection, collection_id: int) -> None:
    """Insert the topics of the table `incoming` that the collection lacks."""
    insert = f"insert into topic by name {statement('new_topic')}"
    connection.execute(insert, {"collection_id": collection_id})


def number_documents(connection: duckdb.DuckDBPyConnection, collection_id: int) -> None:
    """Insert the documents of the table `incoming` that the collection lacks."""
    insert = f"insert into document by name {statement('new_document')}"
    connection.execute(insert, {"collection_id": collection_id})
