"""Judgements in the table `incoming`, and from there to the tables of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from evalstore.changes import drop_qrels
from evalstore.database import execute_on, first_row, numbers, only_value, texts, transaction
from evalstore.errors import ConflictError
from evalstore.formats.qrels_lines import Judgement
from evalstore.load.report import Loaded, Outcome
from evalstore.load.source import Source
from evalstore.load.storing import (
    collection_id_of,
    insert_judged_rankings,
    number_documents,
    number_topics,
)
from evalstore.measures.weights import fill_weights
from evalstore.views import statement

_TEXTS = ("topic", "subtopic", "subgroup", "docno", "stratum")
_NUMBERS = ("grade", "probability")


@dataclass(frozen=True)
class Target:
    """Where a set of judgements goes, and whether it may replace another of its name."""

    collection: str
    name: str
    replace: bool

    def stored(self, connection: duckdb.DuckDBPyConnection) -> tuple[int, str] | None:
        """The number and digest of the set that has the name."""
        select = """
            select qrels_id, sha256 from qrels inner join collection using (collection_id)
            where collection.name = ? and qrels.name = ?
        """
        row = first_row(connection.execute(select, [self.collection, self.name]))
        return None if row is None else (row[0], row[1])

    def has(self, connection: duckdb.DuckDBPyConnection, source: Source) -> bool:
        """Whether the set is stored already; other content under its name is refused."""
        stored = self.stored(connection)
        if stored is None:
            return False
        if stored[1] == source.sha256:
            return True
        if not self.replace:
            raise ConflictError(
                f"{source.name}: qrels {self.name!r} is already loaded with other content; "
                "use `replace=True`, or give this set another `name`"
            )
        return False


def insert_incoming(connection: duckdb.DuckDBPyConnection, judgements: Sequence[Judgement]) -> None:
    """Judgements that were read one by one, as the table `incoming`."""
    columns = {
        **{name: texts([getattr(one, name) or "" for one in judgements]) for name in _TEXTS},
        **{name: numbers([getattr(one, name) for one in judgements]) for name in _NUMBERS},
    }
    create = """
        create or replace temp table incoming as
        select * replace (
            nullif(stratum, '') as stratum,
            case when not isnan(probability) then probability end as probability
        )
        from incoming_rows
    """
    execute_on(connection, columns, create)


def store_judgements(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    target: Target,
    notes: list[str],
    *,
    with_rationales: bool = False,
) -> Loaded:
    """Store the judgements in `incoming` under a name, instead of those that have it."""
    with transaction(connection):
        collection_id = collection_id_of(connection, target.collection)
        existing = target.stored(connection)
        if existing is not None:
            drop_qrels(connection, existing[0])
        insert = """
            insert into qrels (collection_id, name, source, sha256)
            values (?, ?, ?, ?) returning qrels_id
        """
        values = [collection_id, target.name, source.name, source.sha256]
        qrels_id = only_value(connection.execute(insert, values))
        number_topics(connection, collection_id)
        number_documents(connection, collection_id)
        parameters = {"qrels_id": qrels_id, "collection_id": collection_id}
        connection.execute(f"insert into judgement {statement('judgement')}", parameters)
        if with_rationales:
            connection.execute(f"insert into rationale {statement('rationale')}", parameters)
        only = {"first_qrels_id": qrels_id, "last_qrels_id": qrels_id}
        insert_judged_rankings(connection, only)
        fill_weights(connection)
    count = "select count(distinct topic), count(*) from incoming"
    topics, judgements = first_row(connection.execute(count)) or (0, 0)
    connection.execute("drop table incoming")
    outcome: Outcome = "loaded" if existing is None else "replaced"
    return Loaded(source.name, target.name, outcome, topics, judgements, notes)
