"""Keeping ranked lists in the store, and what the measures read of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from evalstore.columns import Array, as_column
from evalstore.load.meeting import Judgements, Lists, meet_lists
from evalstore.load.naming import RunRow
from evalstore.load.ranking import RankedLists, joined
from evalstore.load.statements import statement
from evalstore.measures.filling import fill_weights
from evalstore.rows import execute_on, only

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

# A run, its lists, and the numbers of the documents in them.
Kept = tuple[RunRow, RankedLists, Array]


def keep_lists(
    connection: duckdb.DuckDBPyConnection,
    kept: Sequence[Kept],
    sets: Sequence[Judgements],
    *,
    judged_only: bool = False,
) -> None:
    """Keep ranked lists, and their judged documents apart; with `judged_only`, only those."""
    lists = joined_lists(kept)
    first = only(connection.execute("select coalesce(max(list_id), 0) + 1 from retrieved"))
    _insert(connection, "retrieved", _lists_table(kept, lists, first))
    if not judged_only:
        _insert(connection, "retrieved_document", _documents_table(kept, lists, first))
    meet_lists(connection, lists, sets)
    for row, ranked, _ in kept:
        row.topics += len(ranked.topics)
        row.rows += len(ranked.is_tied)
        row.tied += ranked.tied
        row.disordered += ranked.disordered


def joined_lists(kept: Sequence[Kept]) -> Lists:
    """The lists of all runs, one below the other."""
    import pyarrow as pa

    counts = np.array([len(lists.topics) for _, lists, _ in kept])
    firsts = (np.cumsum(counts) - counts).astype(np.int32)
    return Lists(
        np.repeat(np.array([row.run_id for row, _, _ in kept], np.int32), counts),
        pa.concat_arrays([lists.topics for _, lists, _ in kept]),
        joined([one[1].numbers + first for one, first in zip(kept, firsts, strict=True)]),
        joined([lists.ranks for _, lists, _ in kept]),
        joined([documents for _, _, documents in kept]),
    )


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    execute_on(connection, rows, f"insert into {table} by name from incoming_rows")


def _lists_table(kept: Sequence[Kept], lists: Lists, first: int) -> pa.Table:
    import pyarrow as pa

    return pa.table(
        {
            "list_id": as_column(np.arange(first, first + len(lists.topics), dtype=np.int32)),
            "run_id": as_column(lists.run_ids),
            "topic": lists.topics,
            "documents": as_column(joined([ranked.lengths for _, ranked, _ in kept])),
        }
    )


def _documents_table(kept: Sequence[Kept], lists: Lists, first: int) -> pa.Table:
    import pyarrow as pa

    return pa.table(
        {
            "list_id": as_column(lists.numbers + np.int32(first)),
            "rank": as_column(lists.ranks),
            "document_id": as_column(lists.documents),
            "score": pa.concat_arrays([_scores(ranked) for _, ranked, _ in kept]),
            "file_rank": pa.concat_arrays([_other_ranks(ranked) for _, ranked, _ in kept]),
            "is_tied": as_column(joined([ranked.is_tied for _, ranked, _ in kept])),
        }
    )


def _scores(ranked: RankedLists) -> pa.Array:
    import pyarrow as pa

    if ranked.scores is None:
        return pa.nulls(len(ranked.is_tied), pa.float64())
    return as_column(ranked.scores)


def _other_ranks(ranked: RankedLists) -> pa.Array:
    """The file's ranks where they are not ours; a column without any takes no room."""
    import pyarrow as pa

    if ranked.file_ranks is None:
        return pa.nulls(len(ranked.is_tied), pa.int64())
    return as_column(ranked.file_ranks, none=ranked.file_ranks == ranked.ranks)


def finish_runs(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Note what a reader of the scores should know."""
    fill_weights(connection, [row.run_id for row in rows])
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
