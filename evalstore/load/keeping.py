"""Keeping ranked lists in the store, and what the measures read of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from evalstore.columns import Array, as_column
from evalstore.load.documents import UNKNOWN, incoming
from evalstore.load.meeting import meet_judgements
from evalstore.load.naming import RunRow
from evalstore.load.ranking import RankedLists, joined
from evalstore.load.statements import statement
from evalstore.rows import only

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

# A run, its lists, and the numbers of the documents in them.
Kept = tuple[RunRow, RankedLists, Array]


def keep_lists(connection: duckdb.DuckDBPyConnection, kept: Sequence[Kept]) -> None:
    """Keep ranked lists; documents whose number is UNKNOWN are left out."""
    first = only(connection.execute("select coalesce(max(list_id), 0) + 1 from retrieved"))
    _insert(connection, "retrieved", _lists_table(kept, first))
    _insert(connection, "retrieved_document", _documents_table(kept, first))
    for row, lists, _ in kept:
        row.topics += len(lists.topics)
        row.rows += len(lists.is_tied)
        row.tied += lists.tied
        row.disordered += lists.disordered


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    with incoming(connection, rows):
        connection.execute(f"insert into {table} by name from incoming")


def _lists_table(kept: Sequence[Kept], first: int) -> pa.Table:
    import pyarrow as pa

    topics = pa.concat_arrays([lists.topics for _, lists, _ in kept])
    run_ids = [np.full(len(lists.topics), row.run_id, np.int32) for row, lists, _ in kept]
    return pa.table(
        {
            "list_id": as_column(np.arange(first, first + len(topics), dtype=np.int32)),
            "run_id": as_column(joined(run_ids)),
            "topic": topics,
            "documents": as_column(joined([lists.lengths for _, lists, _ in kept])),
        }
    )


def _documents_table(kept: Sequence[Kept], first: int) -> pa.Table:
    import pyarrow as pa

    tables = []
    for _, lists, documents in kept:
        tables.append(_documents(lists, documents, first))
        first += len(lists.topics)
    return pa.concat_tables(tables)


def _documents(lists: RankedLists, documents: Array, first: int) -> pa.Table:
    import pyarrow as pa

    ranks, none = lists.ranks, pa.nulls(len(documents), pa.float64())
    table = pa.table(
        {
            "list_id": as_column((lists.numbers + first).astype(np.int32)),
            "rank": as_column(ranks),
            "document_id": as_column(documents),
            "score": none if lists.scores is None else as_column(lists.scores),
            "file_rank": _other_ranks(lists, ranks),
            "is_tied": as_column(lists.is_tied),
        }
    )
    known = documents != UNKNOWN
    return table if known.all() else table.filter(as_column(known))


def _other_ranks(lists: RankedLists, ranks: Array) -> pa.Array:
    """The file's ranks where they are not ours; a column without any takes no room."""
    import pyarrow as pa

    if lists.file_ranks is None:
        return pa.nulls(len(ranks), pa.int64())
    return as_column(lists.file_ranks, none=lists.file_ranks == ranks)


def finish_runs(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Meet the judgements, and note what a reader of the scores should know."""
    meet_judgements(connection, collection_id, run_ids=[row.run_id for row in rows])
    for row in rows:
        _note_order(row)
    _note_topics(connection, collection_id, rows)


def _note_order(row: RunRow) -> None:
    """Note ties, and ranks that contradict the scores."""
    if row.tied:
        row.notes.append(f"tied scores in {_topics(row.tied)}, ordered by document name")
    if row.disordered:
        row.notes.append(
            f"the rank column disagrees with the scores in {_topics(row.disordered)}; "
            "ranked by score"
        )


def _note_topics(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Note topics that have no judgements, and judged topics that the run misses."""
    by_run = {row.run_id: row for row in rows}
    for run_id, qrels, unjudged, missed in connection.execute(
        statement("topic_notes"), {"collection_id": collection_id, "run_ids": list(by_run)}
    ).fetchall():
        if unjudged:
            by_run[run_id].notes.append(f"{_topics(unjudged)} with no judgements in {qrels}")
        if missed:
            by_run[run_id].notes.append(f"{_topics(missed)} of {qrels} missing; they count 0")


def _topics(count: int) -> str:
    return f"{count} topic{'s' * (count != 1)}"
