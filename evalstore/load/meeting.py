"""Meeting the judgements: the judged documents of each ranked list, all that measures read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalstore import native
from evalstore.arrow import encoded, taken
from evalstore.columns import Array, as_array, as_column, as_lists
from evalstore.engine import relation
from evalstore.load.key_table import FREE, KeyTable
from evalstore.load.keys import SPREAD, Keys, keys_of, keys_of_numbers
from evalstore.load.row_groups import RowGroups
from evalstore.load.sieve import Sieve
from evalstore.load.statements import statement
from evalstore.quoting import literals
from evalstore.rows import arrays

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_TOGETHER = 8_000_000  # documents of runs that are met at a time, so that memory is bounded


@dataclass(frozen=True)
class Lists:
    """Ranked lists: the topic of each; of each place its list, its rank and its document's key."""

    topics: pa.Array
    numbers: Array
    ranks: Array
    keys: Keys


class Met(NamedTuple):
    """The lists that have judged documents, and a row on those documents for each."""

    numbers: Array
    rows: pa.Table


@dataclass(frozen=True)
class Judgements:
    """A set of judgements, found by the keys of topic and document."""

    qrels_id: int
    topics: dict[str, int]
    sieve: Sieve
    table: KeyTable  # numbers from 1 on, in the order of the arrays
    document_ids: Array
    grades: Array

    def meet(self, lists: Lists) -> Met | None:
        """The judged documents of the lists."""
        places, numbers = self._found(lists)
        return self._rows(lists, places, numbers - 1) if len(places) else None

    def _found(self, lists: Lists) -> tuple[Array, Array]:
        """The places of judged documents, and the numbers of their judgements."""
        of_lists = [self.topics.get(topic, -1) for topic in lists.topics.to_pylist()]
        salts, keys = _salts(np.array(of_lists, np.int32)), lists.keys
        if native.compiled:
            judged = self.sieve.is_closed, self.table.content
            found = native.compiled.judged(salts, lists.numbers, keys.high, keys.low, *judged)
            return np.frombuffer(found[0], np.int64), np.frombuffer(found[1], np.int32)
        pairs = _pairs(salts.take(lists.numbers), keys)
        places = self.sieve.held(pairs)
        numbers = self.table.numbers_of(pairs[places])
        is_judged = numbers != FREE
        return places[is_judged], numbers[is_judged]

    def _rows(self, lists: Lists, places: Array, found: Array) -> Met:
        import pyarrow as pa

        grades = self.grades[found]
        judged, relevant = grades >= 0, grades >= 1
        numbers = lists.numbers[places]
        starts = np.flatnonzero(np.diff(numbers, prepend=-1))
        before, counted = _counted_on(lists.ranks[places], starts)
        hits = np.concatenate(([0], np.cumsum(relevant)))[starts]
        columns = {
            "qrels_id": as_column(np.full(len(starts), self.qrels_id, np.int32)),
            "topic": taken(lists.topics, numbers[starts]),
            "before": as_column(before),
            "places": _cut(counted, starts),
            "document_ids": _cut(self.document_ids[found], starts),
            "grades": _cut(grades, starts),
            "hits": _cut(counted[relevant], hits),
        }
        if not judged.all():
            columns["judged_ranks"] = _judged_ranks(judged, starts)
        return Met(numbers[starts], pa.table(columns))


def _salts(topics: Array) -> Array:
    """What sets the documents of a topic apart from those of others."""
    return topics.astype(np.uint64) * SPREAD


def _pairs(salts: Array, documents: Keys) -> Keys:
    """Keys of topic and document together."""
    high: Array = documents.high ^ salts
    high *= SPREAD
    return Keys(high, documents.low)


def _counted_on(ranks: Array, starts: Array) -> tuple[Array, Array]:
    """Ranks as places, each list counting on from the last rank of the one before: those lasts,
    summed, and the places."""
    ends = np.append(starts[1:], len(ranks))
    last = ranks[ends - 1]
    before = (np.cumsum(last) - last).astype(np.int32)
    return before, ranks + np.repeat(before, ends - starts)


def _counted(marked: Array, starts: Array) -> Array:
    """How many rows are marked so far, counted anew from each start."""
    so_far = np.cumsum(marked, dtype=np.int32)
    before = so_far[starts] - marked[starts]
    return so_far - np.repeat(before, np.diff(starts, append=len(marked)))


def _judged_ranks(judged: Array, starts: Array) -> Any:
    """Positions among the judged, as lists; none for a list of nothing else."""
    lengths = np.diff(starts, append=len(judged))
    is_whole = np.logical_and.reduceat(judged, starts)
    told = ~np.repeat(is_whole, lengths)
    ranks = as_column(_counted(judged, starts)[told], none=~judged[told])
    ends = np.append(0, np.cumsum(np.where(is_whole, 0, lengths)))
    return as_lists(ranks, ends, none=is_whole)


def _cut(values: Array, starts: Array) -> Any:
    """Values as lists, cut at the starts."""
    return as_lists(as_column(values), np.append(starts, len(values)))


def qrels_ids_of(connection: duckdb.DuckDBPyConnection, collection: str) -> list[int]:
    """The sets of judgements of a collection."""
    select = "select qrels_id from qrels inner join collection using (collection_id)"
    asked = f"{select} where collection.name = ? order by qrels_id"
    return [row[0] for row in connection.execute(asked, [collection]).fetchall()]


def judgements_by_name(connection: duckdb.DuckDBPyConnection, qrels_id: int) -> Judgements:
    """One set of judgements, for lists of documents that have no number yet."""
    graded = _graded(connection, qrels_id)
    return _judgements(qrels_id, graded, keys_of(graded["docno"]))


def _judgements_by_number(connection: duckdb.DuckDBPyConnection, qrels_id: int) -> Judgements:
    graded = _graded(connection, qrels_id)
    return _judgements(qrels_id, graded, keys_of_numbers(as_array(graded["document_id"])))


def _graded(connection: duckdb.DuckDBPyConnection, qrels_id: int) -> pa.Table:
    return relation(connection, statement("graded"), {"qrels_id": qrels_id}).to_arrow_table()


def _judgements(qrels_id: int, graded: pa.Table, documents: Keys) -> Judgements:
    topics = encoded(graded["topic"].combine_chunks())
    pairs = _pairs(_salts(as_array(topics.indices)), documents)
    table = KeyTable()
    slots, known = table.slots(pairs)
    table.numbers[slots[known]] = np.arange(1, len(known) + 1, dtype=np.int32)
    grades = as_array(graded["grade"])
    highest = grades[known]
    if len(known) < len(grades):  # of several grades, for several subtopics, the highest counts
        np.maximum.at(highest, table.numbers[slots] - 1, grades)
    return Judgements(
        qrels_id,
        {name: number for number, name in enumerate(topics.dictionary.to_pylist())},
        Sieve(pairs),
        table,
        as_array(graded["document_id"])[known],
        highest,
    )


def keep_met(groups: RowGroups, met: Iterable[tuple[Met, Array]]) -> None:
    """Keep the judged documents of ranked lists, given the run of each list."""
    import pyarrow as pa

    tables = [
        one.rows.append_column("run_id", as_column(run_ids[one.numbers])) for one, run_ids in met
    ]
    if tables:
        groups.add("judged_place", pa.concat_tables(tables, promote_options="default"))


def meet_runs(connection: duckdb.DuckDBPyConnection, collection_id: int, qrels_id: int) -> None:
    """Keep the judged part of all runs of a collection under new judgements."""
    together = list(_together(connection, collection_id))
    if together:
        judged, groups = _judgements_by_number(connection, qrels_id), RowGroups(connection)
        for run_ids in together:
            lists, of_lists = _held(connection, run_ids, qrels_id)
            if met := judged.meet(lists):
                keep_met(groups, [(met, of_lists)])
                groups.put()
        groups.finish()


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


def _held(
    connection: duckdb.DuckDBPyConnection, run_ids: list[int], qrels_id: int
) -> tuple[Lists, Array]:
    """The lists of some runs, with those documents that are judged at all; and each list's run."""
    of_runs = f"from retrieved where run_id in ({literals(run_ids)}) order by run_id, topic"
    lists = relation(connection, f"select run_id, topic {of_runs}").to_arrow_table()
    asked = {"run_ids": run_ids, "qrels_id": qrels_id}
    found = arrays(connection.execute(statement("judged_document"), asked))
    keys = keys_of_numbers(found["document_id"])
    topics = lists["topic"].combine_chunks()
    return Lists(topics, found["list"], found["rank"], keys), as_array(lists["run_id"])
