"""Runs that are ranked and kept together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalstore.columns import Array
from evalstore.errors import DataError, FileProblems
from evalstore.load.collections import collection_id_of
from evalstore.load.documents import Coded, coded, digests, known_numbers, numbers_of
from evalstore.load.keeping import finish_runs, keep_lists
from evalstore.load.lines import Reading
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

    def check_repeats(self, documents: Array) -> None:
        """Refuse a file that ranks a document twice for one topic."""
        if not repeats(self.lists, documents):
            return
        [exact] = coded([self.rows["docno"]]).codes
        if repeats(self.lists, self.lists.ordered(exact)):
            raise self._problems()

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
    def _columns(self) -> list[pa.ChunkedArray]:
        return [one.rows["docno"] for one in self.files]

    def check_repeats(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Refuse the first file that ranks a document twice for one topic."""
        for ranked, documents in zip(self.files, self.identities(connection), strict=True):
            ranked.check_repeats(documents)

    def identities(self, connection: duckdb.DuckDBPyConnection) -> list[Array]:
        """For each file, a number for each document in its lists, to tell them apart."""
        if self.documents is not None:
            return self._ordered(self.documents.codes)
        return self._ordered(digests(connection, self._columns))

    def numbers(self, connection: duckdb.DuckDBPyConnection, collection_id: int) -> list[Array]:
        """For each file, the numbers of the documents in its lists; some may be UNKNOWN."""
        if self.documents is not None:
            return self._ordered(numbers_of(connection, collection_id, self.documents))
        return self._ordered(known_numbers(connection, collection_id, self._columns))

    def _ordered(self, columns: Sequence[Array]) -> list[Array]:
        pairs = zip(self.files, columns, strict=True)
        return [one.lists.ordered(column) for one, column in pairs]


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
        for place, documents in enumerate(batch.identities(connection)):
            ranked = batch.files[place]
            try:
                ranked.check_repeats(documents)
                named[place] = named_run(ranked.file, request, held, taken)
                taken[named[place].system] = ranked.file.source.name
            except DataError as error:
                report.refused.append(error)
        if named:
            rows = list(named.values())
            insert_runs(connection, rows, request, collection_id, held)
            numbers = batch.numbers(connection, collection_id)
            kept = [(row, batch.files[i].lists, numbers[i]) for i, row in named.items()]
            keep_lists(connection, kept)
            finish_runs(connection, collection_id, rows)
    report.files += [loaded(row) for row in named.values()]


def loaded(row: RunRow) -> Loaded:
    """The line of the report on a run that was kept."""
    file = row.file
    notes = file.notes + row.notes
    return Loaded(file.source.name, row.system, row.outcome, row.topics, row.rows, notes)
