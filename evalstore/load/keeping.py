"""Keeping ranked lists in the store, and what the measures read of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalstore.columns import Array, as_column
from evalstore.load.meeting import Met, keep_met
from evalstore.load.naming import RunRow
from evalstore.load.ranked_file import RankedFile
from evalstore.load.ranking import RankedLists, joined
from evalstore.load.row_groups import RowGroups
from evalstore.load.statements import statement
from evalstore.load.stretches import stretches_of
from evalstore.measures.filling import fill_weights_of

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


def keep_lists(groups: RowGroups, kept: Sequence[Kept], qrels_ids: Sequence[int]) -> None:
    """Keep ranked lists, and apart the documents that these sets of judgements know."""
    lists = _lists_table(kept)
    groups.add("retrieved", lists)
    documents = [one.documents for one in kept if one.documents is not None]
    if documents:
        stretches = stretches_of([one.lists for one in kept], documents, lists)
        groups.add("retrieved_stretch", stretches)
    keep_met(groups, _met(kept, qrels_ids))
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


def _lists_table(kept: Sequence[Kept]) -> pa.Table:
    import pyarrow as pa

    return pa.table(
        {
            "run_id": as_column(joined([one.run_ids for one in kept])),
            "topic": pa.concat_arrays([one.lists.topics for one in kept]),
            "documents": as_column(joined([one.lists.lengths for one in kept])),
        }
    )


def finish_runs(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Note what a reader of the scores should know."""
    fill_weights_of(connection, [row.run_id for row in rows])
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
