"""From the table `incoming` to the tables of the store, in one transaction: names get numbers,
lines get ranks, ranked documents get their grades."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import duckdb

from evalstore.changes import drop_run
from evalstore.database import first_row, transaction
from evalstore.errors import DataError
from evalstore.load.efficiency import insert_header_quantities
from evalstore.load.naming import IncomingRun, RunRequest, StoredRun, name_run, stored_runs
from evalstore.load.report import Loaded, LoadReport
from evalstore.measures.weights import fill_weights
from evalstore.views import select_of, statement

_INCOMING = """
    run_id integer, topic varchar, docno varchar, rank double, score double, has_other_tag boolean
"""
_LAST = 2**31 - 1  # above every number in use

# The parameters of a statement that mean all runs and all judgements.
EVERYTHING = {
    "first_run_id": 0,
    "last_run_id": _LAST,
    "first_qrels_id": 0,
    "last_qrels_id": _LAST,
}


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


def reserve_numbers(connection: duckdb.DuckDBPyConnection, runs: Sequence[IncomingRun]) -> None:
    """Give the runs their numbers, and create the table that their lines go into."""
    numbers = connection.execute(f"select nextval('run_id_seq') from range({len(runs)})").fetchall()
    for run, (number,) in zip(runs, numbers, strict=True):
        run.run_id = number
    connection.execute(f"create or replace temp table incoming ({_INCOMING})")
    connection.execute("drop table if exists incoming_pair")


def delete_lines(connection: duckdb.DuckDBPyConnection, run: IncomingRun) -> None:
    """Delete the incoming lines of a run, and the table that has their names too."""
    connection.execute("delete from incoming where run_id = ?", [run.run_id])
    connection.execute("drop table if exists incoming_pair")


def store_incoming(
    connection: duckdb.DuckDBPyConnection,
    runs: Sequence[IncomingRun],
    request: RunRequest,
    report: LoadReport,
) -> None:
    """Store the runs whose lines are in `incoming`; one whose name is taken is refused."""
    with transaction(connection):
        stored = stored_runs(connection, request.collection)
        named = _named(connection, runs, request, stored, report)
        if named:
            collection_id = collection_id_of(connection, request.collection)
            _insert_runs(connection, named, collection_id, stored, request.group)
            _insert_rankings(connection, named, collection_id, request)
            fill_weights(connection)
            _note(connection, named)
            _note_collection(connection, named[0], request.collection)
        if not request.rankings:
            connection.execute("delete from ranking")
    report.files += [
        Loaded(run.source.name, run.system, run.outcome, run.topics, run.documents, run.notes)
        for run in named
    ]


def _named(
    connection: duckdb.DuckDBPyConnection,
    runs: Sequence[IncomingRun],
    request: RunRequest,
    stored: dict[str, StoredRun],
    report: LoadReport,
) -> list[IncomingRun]:
    loaded, named = report.names, []
    for run in runs:
        try:
            name_run(run, request, stored, loaded)
        except DataError as error:
            report.refused.append(error)
            delete_lines(connection, run)
        else:
            loaded[run.system] = run.source.name
            named.append(run)
    return named


def _insert_runs(
    connection: duckdb.DuckDBPyConnection,
    runs: Sequence[IncomingRun],
    collection_id: int,
    stored: dict[str, StoredRun],
    group: str | None,
) -> None:
    """Insert the rows of `run`, instead of those that they replace."""
    for run in runs:
        if run.system in stored:
            drop_run(connection, stored[run.system].run_id)
    columns: dict[str, list[Any]] = {
        "run_id": [run.run_id for run in runs],
        "system": [run.system for run in runs],
        "tag": [run.tag for run in runs],
        "run_group": [group for _ in runs],
        "rank_rule": [run.rank_rule for run in runs],
        "source": [run.source.name for run in runs],
        "sha256": [run.source.sha256 for run in runs],
        "metadata": [run.metadata and json.dumps(run.metadata, default=str) for run in runs],
    }
    lists = ", ".join(f"unnest(${name}::varchar[]) as {name}" for name in columns)
    insert = f"insert into run by name select {lists}, {collection_id} as collection_id"
    connection.execute(insert, columns)
    for run in runs:
        if run.metadata:
            insert_header_quantities(connection, run.run_id, run.metadata)


def _insert_rankings(
    connection: duckdb.DuckDBPyConnection,
    runs: Sequence[IncomingRun],
    collection_id: int,
    request: RunRequest,
) -> None:
    of_collection = {"collection_id": collection_id}
    connection.execute(f"create temp table incoming_topic as {statement('incoming_topic')}")
    number_topics(connection, collection_id, "incoming_topic")
    connection.execute(f"insert into run_topic {statement('run_topic')}", of_collection)
    if request.rankings:
        number_documents(connection, collection_id, _table_of_names(connection))
        ranking = statement("ranked_line", {"line": select_of("numbered_line")})
    else:
        ranking = statement(
            "brief_ranking",
            {"ranked_line": select_of("ranked_line"), "line": select_of("named_line")},
        )
    connection.execute(f"insert into ranking by name {ranking}", of_collection)
    for table in ("incoming", "incoming_pair", "incoming_topic", "incoming_document"):
        connection.execute(f"drop table if exists {table}")
    insert_judged_rankings(connection, _range(runs))


def _table_of_names(connection: duckdb.DuckDBPyConnection) -> str:
    """The smallest table that has the names of all incoming documents."""
    pairs = "from duckdb_tables() where temporary and table_name = 'incoming_pair'"
    return "incoming_pair" if connection.execute(pairs).fetchall() else "incoming"


def _range(runs: Sequence[IncomingRun]) -> dict[str, int]:
    """The numbers of runs that were numbered together, as parameters."""
    numbers = [run.run_id for run in runs]
    return {"first_run_id": min(numbers), "last_run_id": max(numbers)}


def insert_judged_rankings(connection: duckdb.DuckDBPyConnection, only: dict[str, int]) -> None:
    """Insert the judged part of rankings: all of it, or `only` that of some runs or judgements."""
    insert = f"insert into judged_ranking {statement('judged_ranking')}"
    connection.execute(insert, EVERYTHING | only)


def _note(connection: duckdb.DuckDBPyConnection, runs: Sequence[IncomingRun]) -> None:
    """Note what a reader of the scores should know: ties, contradicting ranks, missing topics."""
    by_id = {run.run_id: run for run in runs}

    def noted(name: str) -> list[Any]:
        return connection.execute(statement(name), _range(runs)).fetchall()

    for run_id, topics in noted("topic_count"):
        by_id[run_id].topics = topics
    for run_id, tied, disordered in noted("ranking_note"):
        if tied:
            by_id[run_id].notes.append(f"tied scores in {_topics(tied)}, ordered by document name")
        if disordered:
            by_id[run_id].notes.append(
                f"the rank column disagrees with the scores in {_topics(disordered)}; "
                "ranked by score"
            )
    for run_id, qrels, unjudged, missed in noted("topic_note"):
        if unjudged:
            by_id[run_id].notes.append(f"{_topics(unjudged)} with no judgements in {qrels}")
        if missed:
            by_id[run_id].notes.append(f"{_topics(missed)} of {qrels} missing")


def _note_collection(
    connection: duckdb.DuckDBPyConnection, run: IncomingRun, collection: str
) -> None:
    """Note that the judgements are elsewhere: the collection may be misspelt, or left out."""
    rows = connection.execute(
        "select name from collection semi join qrels using (collection_id) order by name"
    ).fetchall()
    judged = [name for (name,) in rows]
    if judged and collection not in judged:
        run.notes.append(
            f"collection {collection!r} has no judgements; "
            f"collections that have: {', '.join(judged)}"
        )


def _topics(count: int) -> str:
    return f"{count:,} topic{'s' * (count != 1)}"
