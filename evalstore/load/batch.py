"""Runs that are ranked and kept together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalstore.columns import Array
from evalstore.errors import DataError, FileProblems
from evalstore.load.collections import collection_id_of
from evalstore.load.documents import Coded, Sieve, coded, digests, known_numbers, numbers_of
from evalstore.load.keeping import Kept, finish_runs, keep_lists
from evalstore.load.lines import Reading
from evalstore.load.meeting import judgements_of
from evalstore.load.naming import (
    RunRequest,
    RunRow,
    held_systems,
    insert_runs,
    named_run,
    rule_of,
)
from evalstore.load.ranking import RankedLists, rank_rows, repeats
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.run_file import RunFile
from evalstore.load.run_lines import repeated_documents
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


@dataclass(frozen=True)
class RankedFile:
    """The ranked lists of a file, or of a part of it."""

    file: RunFile
    rows: pa.Table
    lists: RankedLists

    def check_repeats(self, identities: Array) -> None:
        """Refuse a file that ranks a document twice for one topic."""
        if not repeats(self.lists, self.lists.ordered(identities)):
            return
        [exact] = coded([self.rows["docno"]]).codes
        if repeats(self.lists, self.lists.ordered(exact)):
            raise self._problems()

    def kept(self, row: RunRow, numbers: Array) -> Kept:
        """What is kept of it, given the numbers of its rows' documents."""
        return row, self.lists, self.lists.ordered(numbers)

    def _problems(self) -> FileProblems:
        reading = Reading(self.file.source.name)
        if self.file.is_frame:
            for topic, docno in _repeated_pairs(self.rows):
                reading.refuse(None, f"document {docno!r} is ranked twice for topic {topic!r}")
        else:
            repeated_documents(self.file.source.path, reading)
        return FileProblems(reading.name, reading.problems, reading.problem_count)


def _repeated_pairs(rows: pa.Table) -> list[tuple[str, str]]:
    import pyarrow.compute as pc

    counts = rows.group_by(["topic", "docno"]).aggregate([([], "count_all")])
    repeated = counts.filter(pc.field("count_all") > 1)
    return sorted((row["topic"], row["docno"]) for row in repeated.to_pylist())


@dataclass(frozen=True)
class Batch:
    """Files that were ranked together, and their documents by code where all are to be kept."""

    files: list[RankedFile]
    documents: Coded | None

    @property
    def docnos(self) -> list[pa.ChunkedArray]:
        return [one.rows["docno"] for one in self.files]


class EveryDocument:
    """How the documents of a load are numbered that keeps all of them."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, collection_id: int) -> None:
        self.connection, self.collection_id = connection, collection_id

    def identities(self, batch: Batch) -> list[Array]:
        """For each file, a number for each row's document, to tell them apart."""
        assert batch.documents is not None
        return batch.documents.codes

    def numbers(self, batch: Batch, identities: Sequence[Array]) -> list[Array]:
        """For each file, the numbers of the rows' documents in the store."""
        assert batch.documents is not None
        return numbers_of(self.connection, self.collection_id, batch.documents)


class JudgedDocuments(EveryDocument):
    """How the documents of a load are numbered that adds none: most are judged for no topic."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, collection_id: int) -> None:
        super().__init__(connection, collection_id)
        self._sieve = Sieve(connection, collection_id)

    def identities(self, batch: Batch) -> list[Array]:
        return digests(self.connection, batch.docnos)

    def numbers(self, batch: Batch, identities: Sequence[Array]) -> list[Array]:
        places = self._sieve.places(identities)
        return known_numbers(self.connection, self.collection_id, batch.docnos, places)


def numbering(
    connection: duckdb.DuckDBPyConnection, collection_id: int, request: RunRequest
) -> EveryDocument:
    kind = JudgedDocuments if request.judged_only else EveryDocument
    return kind(connection, collection_id)


def rank_together(tables: Sequence[tuple[RunFile, pa.Table]], request: RunRequest) -> Batch:
    """Rank the rows of some files; needs no store, so that a thread can do it."""
    files = [
        RankedFile(file, rows, rank_rows(rows, rule_of(file, request))) for file, rows in tables
    ]
    if request.judged_only:
        return Batch(files, None)
    return Batch(files, coded([rows["docno"] for _, rows in tables]))


def keep_batch(
    connection: duckdb.DuckDBPyConnection, batch: Batch, request: RunRequest, report: LoadReport
) -> None:
    """Put whole files into the store, all good ones in one transaction."""
    named: dict[int, RunRow] = {}
    taken = report.names
    with transaction(connection):
        collection_id = collection_id_of(connection, request.collection)
        held = held_systems(connection, collection_id)
        numbered = numbering(connection, collection_id, request)
        identities = numbered.identities(batch)
        for place, ranked in enumerate(batch.files):
            try:
                ranked.check_repeats(identities[place])
                named[place] = named_run(ranked.file, request, held, taken)
                taken[named[place].system] = ranked.file.source.name
            except DataError as error:
                report.refused.append(error)
        if named:
            rows = list(named.values())
            insert_runs(connection, rows, request, collection_id, held)
            numbers = numbered.numbers(batch, identities)
            kept = [batch.files[i].kept(row, numbers[i]) for i, row in named.items()]
            sets = judgements_of(connection, collection_id)
            keep_lists(connection, kept, sets, judged_only=request.judged_only)
            finish_runs(connection, collection_id, rows)
    report.files += [loaded(row) for row in named.values()]


def loaded(row: RunRow) -> Loaded:
    """The line of the report on a run that was kept."""
    file = row.file
    notes = file.notes + row.notes
    return Loaded(file.source.name, row.system, row.outcome, row.topics, row.rows, notes)
