"""Meeting the judgements: the judged documents of each ranked list, all that measures read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalstore.columns import Array, as_array, as_column
from evalstore.load.statements import statement
from evalstore.quoting import literals
from evalstore.rows import arrays, execute_on

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_TOGETHER = 8_000_000  # documents of runs that are met at a time, so that memory is bounded


@dataclass(frozen=True)
class Lists:
    """Ranked lists: of each its run and topic; of each place its list, rank and document."""

    run_ids: Array
    topics: pa.Array
    numbers: Array
    ranks: Array
    documents: Array


@dataclass(frozen=True)
class Judgements:
    """A set of judgements by number: `keys` are topic and document, in order."""

    qrels_id: int
    topics: dict[str, int]
    keys: Array
    grades: Array
    is_judged: Array

    def meet(self, lists: Lists) -> pa.Table | None:
        """The judged documents of the lists, a row for each list that has some."""
        topics = np.array([self.topics.get(topic, -1) for topic in lists.topics.to_pylist()])
        last = len(self.is_judged) - 1
        places = np.flatnonzero(self.is_judged[np.minimum(lists.documents, last)])
        keys = _key(topics[lists.numbers[places]], lists.documents[places])
        found = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_met = self.keys[found] == keys
        places, grades = places[is_met], self.grades[found[is_met]]
        if not len(places):
            return None
        numbers = lists.numbers[places]
        starts = np.flatnonzero(np.diff(numbers, prepend=-1))
        return self._rows(lists, numbers[starts], places, grades, starts)

    def _rows(
        self, lists: Lists, numbers: Array, places: Array, grades: Array, starts: Array
    ) -> pa.Table:
        import pyarrow as pa

        judged, relevant = grades >= 0, grades >= 1
        ranks = lists.ranks[places]
        hits = np.concatenate(([0], np.cumsum(relevant)))[starts]
        columns = {
            "run_id": as_column(lists.run_ids[numbers]),
            "qrels_id": as_column(np.full(len(starts), self.qrels_id, np.int32)),
            "topic": lists.topics.take(as_column(numbers)),
            "ranks": _cut(ranks, starts),
            "judged_ranks": _cut(_counted(judged, starts), starts, none=~judged),
            "document_ids": _cut(lists.documents[places], starts),
            "grades": _cut(grades, starts),
            "hits": _cut(ranks[relevant], hits),
        }
        return pa.table(columns)


def _key(topics: Array, documents: Array) -> Array:
    return (topics.astype(np.int64) << 32) | documents


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


def judgements_of(connection: duckdb.DuckDBPyConnection, collection_id: int) -> list[Judgements]:
    """Every set of judgements of a collection."""
    select = "select qrels_id from qrels where collection_id = ? order by qrels_id"
    rows = connection.execute(select, [collection_id]).fetchall()
    return [judgements(connection, row[0]) for row in rows]


def judgements(connection: duckdb.DuckDBPyConnection, qrels_id: int) -> Judgements:
    """One set of judgements, each document of a topic with its highest grade."""
    of_qrels = {"qrels_id": qrels_id}
    select = "select distinct topic from grade_count where qrels_id = $qrels_id order by topic"
    topics = [row[0] for row in connection.execute(select, of_qrels).fetchall()]
    graded = arrays(connection.execute(statement("graded"), of_qrels))
    keys = _key(graded["topic_number"], graded["document_id"])
    order = np.argsort(keys)
    is_judged = np.zeros(int(graded["document_id"].max(initial=0)) + 2, bool)
    is_judged[graded["document_id"]] = True
    numbers = {topic: number for number, topic in enumerate(topics)}
    return Judgements(qrels_id, numbers, keys[order], graded["grade"][order], is_judged)


def meet_lists(
    connection: duckdb.DuckDBPyConnection, lists: Lists, sets: Sequence[Judgements]
) -> None:
    """Keep the judged part of ranked lists under some sets of judgements."""
    for judged in sets:
        met = judged.meet(lists)
        if met is not None:
            execute_on(connection, met, "insert into judged_list by name from incoming_rows")


def meet_runs(connection: duckdb.DuckDBPyConnection, collection_id: int, qrels_id: int) -> None:
    """Keep the judged part of all runs of a collection under new judgements."""
    together = list(_together(connection, collection_id))
    sets = [judgements(connection, qrels_id)] if together else []
    for run_ids in together:
        meet_lists(connection, _held(connection, run_ids, qrels_id), sets)


def _together(connection: duckdb.DuckDBPyConnection, collection_id: int) -> Iterator[list[int]]:
    """The runs of a collection, some at a time."""
    sizes = connection.execute(
        """
        select run_id, sum(documents) from run inner join retrieved using (run_id)
        where collection_id = ? group by run_id order by run_id
        """,
        [collection_id],
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


def _held(connection: duckdb.DuckDBPyConnection, run_ids: list[int], qrels_id: int) -> Lists:
    """The lists of some runs, with those documents that are judged at all."""
    of_runs = f"from retrieved where run_id in ({literals(run_ids)}) order by list_id"
    lists = connection.sql(f"select list_id, run_id, topic {of_runs}").to_arrow_table()
    asked = {"run_ids": run_ids, "qrels_id": qrels_id}
    found = arrays(connection.execute(statement("judged_document"), asked))
    topics = lists["topic"].combine_chunks()
    numbers = np.searchsorted(as_array(lists["list_id"]), found["list_id"])
    return Lists(as_array(lists["run_id"]), topics, numbers, found["rank"], found["document_id"])
