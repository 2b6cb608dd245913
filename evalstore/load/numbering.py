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


def number_topics(
    connection: duckdb.DuckDBPyConnection, collection_id: int, table: str = "incoming"
) -> None:
    """Insert the topics of a temporary table that the collection does not have."""
    select = statement("new_topic", {"incoming": f"select topic from {table}"})
    connection.execute(f"insert into topic by name {select}", {"collection_id": collection_id})


def number_documents(
    connection: duckdb.DuckDBPyConnection, collection_id: int, table: str = "incoming"
) -> None:
    """Insert the documents of a temporary table that the collection lacks; all are in
    `incoming_document` then."""
    select = statement("incoming_document", {"incoming": f"select docno from {table}"})
    create = f"create or replace temp table incoming_document as {select}"
    connection.execute(create, {"collection_id": collection_id})
    connection.execute(
        "insert into document by name select document_id, ? as collection_id, docno "
        "from incoming_document where is_new order by document_id",
        [collection_id],
    )
