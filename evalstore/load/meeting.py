"""Meeting the judgements: the judged documents of each ranked list, all that measures read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from evalstore.columns import Array, as_column
from evalstore.load.documents import incoming
from evalstore.load.statements import statement
from evalstore.measures.filling import fill_weights

if TYPE_CHECKING:
    import duckdb

_TOGETHER = 8_000_000  # documents of runs that are met at a time, so that memory is bounded


def meet_judgements(
    connection: duckdb.DuckDBPyConnection,
    collection_id: int,
    *,
    run_ids: Sequence[int] | None = None,
    qrels_ids: Sequence[int] | None = None,
) -> None:
    """Keep the judged part of these runs under all judgements, or of all runs under these."""
    if qrels_ids is None:
        of_collection = "select qrels_id from qrels where collection_id = ?"
        rows = connection.execute(of_collection, [collection_id]).fetchall()
        qrels_ids = [row[0] for row in rows]
    for together in _together(connection, collection_id, run_ids) if qrels_ids else ():
        _meet(connection, together, qrels_ids)
    fill_weights(connection)


def _together(
    connection: duckdb.DuckDBPyConnection, collection_id: int, run_ids: Sequence[int] | None
) -> Iterator[list[int]]:
    """The runs, some at a time."""
    sizes = connection.execute(
        """
        select run_id, sum(documents) from run inner join retrieved using (run_id)
        where collection_id = $collection_id and ($run_ids is null or run_id in $run_ids)
        group by run_id order by run_id
        """,
        {"collection_id": collection_id, "run_ids": None if run_ids is None else list(run_ids)},
    ).fetchall()
    together: list[int] = []
    documents = 0
    for run_id, size in sizes:
        if together and documents + size > _TOGETHER:
            yield together
            together, documents = [], 0
        together.append(run_id)
        documents += size
    if together:
        yield together


def _meet(
    connection: duckdb.DuckDBPyConnection, run_ids: list[int], qrels_ids: Sequence[int]
) -> None:
    asked = {"run_ids": run_ids, "qrels_ids": list(qrels_ids)}
    met = connection.execute(statement("met"), asked).fetchnumpy()
    if len(met["rank"]):
        with incoming(connection, **_lists(_ordered(met))):
            connection.execute(f"insert into judged_list {statement('judged')}")


def _ordered(met: dict[str, Any]) -> dict[str, Any]:
    """The rows by judgements, list and rank, as DuckDB mostly delivers them."""
    keys = met["rank"], met["list_id"], met["qrels_id"]
    rises = np.zeros(len(keys[0]) - 1, bool)
    for key in keys:
        rises = (key[1:] > key[:-1]) | ((key[1:] == key[:-1]) & rises)
    if rises.all():
        return met
    order = np.lexsort(keys)
    return {name: column[order] for name, column in met.items()}


def _lists(met: dict[str, Any]) -> dict[str, Any]:
    """The judged documents in order, a row for each list under each set of judgements."""
    qrels_ids, list_ids, ranks = (met[name] for name in ("qrels_id", "list_id", "rank"))
    documents, grades = met["document_id"], met["grade"]
    is_first = np.ones(len(ranks), bool)
    is_first[1:] = (list_ids[1:] != list_ids[:-1]) | (qrels_ids[1:] != qrels_ids[:-1])
    starts = np.flatnonzero(is_first)
    judged, relevant = grades >= 0, grades >= 1
    return {
        "qrels_id": as_column(qrels_ids[starts]),
        "list_id": as_column(list_ids[starts]),
        "ranks": _cut(ranks, starts),
        "judged_ranks": _cut(_counted(judged, starts), starts, none=~judged),
        "document_ids": _cut(documents, starts),
        "grades": _cut(grades, starts),
        "hits": _cut(ranks[relevant], np.concatenate(([0], np.cumsum(relevant)))[starts]),
    }


def _counted(marked: Array, starts: Array) -> Array:
    """How many rows are marked so far, counted anew from each start."""
    so_far = np.cumsum(marked, dtype=np.int32)
    before = so_far[starts] - marked[starts]
    return so_far - np.repeat(before, np.diff(starts, append=len(marked)))


def _cut(values: Array, starts: Array, none: Array | None = None) -> Any:
    """Values as lists, cut at the starts."""
    import pyarrow as pa

    offsets = np.append(starts, len(values)).astype(np.int32)
    return pa.ListArray.from_arrays(as_column(offsets), as_column(values, none))
