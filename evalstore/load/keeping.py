"""Keeping ranked lists in the store, and what the measures read of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalstore.columns import Array, as_array, as_column
from evalstore.load.file_order import FileOrder
from evalstore.load.meeting import Met, keep_met
from evalstore.load.naming import RunRow
from evalstore.load.ranked_file import RankedFile
from evalstore.load.ranking import RankedLists, joined
from evalstore.load.statements import statement
from evalstore.measures.filling import fill_weights
from evalstore.rows import execute_on

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


class Kept(NamedTuple):
    """Runs, their lists or some of them, and the numbers of their documents if those are kept."""

    rows: Sequence[RunRow]
    ranked: RankedFile
    documents: Array | None

    @property
    def lists(self) -> RankedLists:
        return self.ranked.lists

    @property
    def run_ids(self) -> Array:
        """The run of each list."""
        return np.repeat(np.array([row.run_id for row in self.rows], np.int32), self.ranked.shares)


def keep_lists(
    connection: duckdb.DuckDBPyConnection, kept: Sequence[Kept], qrels_ids: Sequence[int]
) -> None:
    """Keep ranked lists, and apart the documents that these sets of judgements know."""
    lists = _lists_table(kept, *_last(connection))
    _insert(connection, "retrieved", lists)
    if kept[0].documents is not None:
        _insert(connection, "retrieved_document", _documents_table(kept, lists))
        if (order := _order_table(kept, lists)) is not None:
            _insert(connection, "retrieved_order", order)
    keep_met(connection, _met(kept, qrels_ids))
    for one in kept:
        _count(one)


def _count(kept: Kept) -> None:
    """Count for each run its lists, their documents, and what is odd about them."""
    lists, shares = kept.lists, kept.ranked.shares
    of_lists = np.repeat(np.arange(len(shares)), shares)
    documents = np.bincount(of_lists, lists.lengths, len(shares))
    tied = np.bincount(of_lists[lists.tied], minlength=len(shares))
    disordered = np.bincount(of_lists[lists.disordered], minlength=len(shares))
    for place, row in enumerate(kept.rows):
        row.topics += int(shares[place])
        row.rows += int(documents[place])
        row.tied += int(tied[place])
        row.disordered += int(disordered[place])


def _met(kept: Sequence[Kept], qrels_ids: Sequence[int]) -> Iterator[tuple[Met, Array]]:
    for one in kept:
        run_ids = one.run_ids
        for qrels_id in qrels_ids:
            if met := one.ranked.met[qrels_id]:
                yield met, run_ids


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: pa.Table) -> None:
    execute_on(connection, rows, f"insert into {table} by name from incoming_rows")


def _last(connection: duckdb.DuckDBPyConnection) -> tuple[int, int]:
    """The number of the last list, and the place of its last document."""
    last = "coalesce(max(list_id), 0), coalesce(max(before + documents), 0)"
    [row] = connection.execute(f"select {last} from retrieved").fetchall()
    return row[0], row[1]


def _lists_table(kept: Sequence[Kept], last_list: int, last_place: int) -> pa.Table:
    import pyarrow as pa

    lengths = joined([one.lists.lengths for one in kept])
    list_ids = np.arange(last_list + 1, last_list + 1 + len(lengths), dtype=np.int32)
    return pa.table(
        {
            "list_id": as_column(list_ids),
            "run_id": as_column(joined([one.run_ids for one in kept])),
            "topic": pa.concat_arrays([one.lists.topics for one in kept]),
            "documents": as_column(lengths),
            "before": as_column(last_place + np.cumsum(lengths) - lengths),
        }
    )


def _documents_table(kept: Sequence[Kept], lists: pa.Table) -> pa.Table:
    import pyarrow as pa

    lengths = as_array(lists["documents"])
    first = lists["before"][0].as_py() + 1
    return pa.table(
        {
            "list_id": as_column(np.repeat(as_array(lists["list_id"]), lengths)),
            "place": as_column(np.arange(first, first + lengths.sum())),
            "document_id": as_column(np.concatenate([one.documents for one in kept])),
            "score": pa.chunked_array([_scores(one.lists) for one in kept]),
        }
    )


def _scores(ranked: RankedLists) -> pa.Array:
    import pyarrow as pa

    if ranked.scores is None:
        return pa.nulls(len(ranked.is_tied), pa.float64())
    return as_column(ranked.scores)


def _order_table(kept: Sequence[Kept], lists: pa.Table) -> pa.Table | None:
    """What the order of the documents does not tell, of the lists that have anything to tell."""
    import pyarrow as pa

    list_id, before = lists["list_id"][0].as_py(), lists["before"][0].as_py()
    told = []
    for one in kept:
        if one.ranked.order is not None:
            told.append(_order_part(one.ranked.order, list_id, before + 1))
        list_id += len(one.lists.topics)
        before += len(one.lists.is_tied)
    return pa.concat_tables(told) if told else None


def _order_part(order: FileOrder, first_list: int, first_place: int) -> pa.Table:
    import pyarrow as pa

    file_ranks = pa.nulls(len(order.places), pa.int64())
    if order.file_ranks is not None:
        file_ranks = as_column(order.file_ranks, none=order.is_ours)
    return pa.table(
        {
            "list_id": as_column(order.lists + np.int32(first_list)),
            "place": as_column(order.places + first_place),
            "file_rank": file_ranks,
            "is_tied": as_column(order.is_tied),
        }
    )


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
