"""A large run, ranked and kept some topics at a time, so that it never lies in memory whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from evalstore.load.batch import Batch, loaded, numbering, rank_together
from evalstore.load.collections import collection_id_of
from evalstore.load.keeping import finish_runs, keep_lists
from evalstore.load.meeting import judgements_of
from evalstore.load.naming import (
    RunRequest,
    RunRow,
    held_systems,
    insert_runs,
    named_run,
    system_of,
)
from evalstore.load.plain import Odd
from evalstore.load.reading_runs import AHEAD, Read, ahead
from evalstore.load.report import Loaded
from evalstore.load.room import Room
from evalstore.load.run_file import RunFile
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


class Scattered(Exception):  # noqa: N818
    """The rows of a topic stand in several places of the file."""


@dataclass(frozen=True)
class LargeRun:
    """How a large file is kept: for whom, beside which systems, in what room."""

    connection: duckdb.DuckDBPyConnection
    request: RunRequest
    taken: Mapping[str, str]
    room: Room
    pool: Executor

    def keep(self, read: Read) -> Loaded:
        """Keep a file in one transaction; raises what is wrong with it, and Scattered."""
        assert read.file is not None
        try:
            return loaded(self._kept(read.file))
        except Odd:
            return loaded(self._kept(read.with_care()))

    def _kept(self, file: RunFile) -> RunRow:
        row: RunRow | None = None
        with transaction(self.connection):
            collection_id = collection_id_of(self.connection, self.request.collection)
            sets = judgements_of(self.connection, collection_id)
            numbered = numbering(self.connection, collection_id, self.request)
            batches = self._batches(file)
            for batch in batches:
                identities = numbered.identities(batch)
                for part, those in zip(batch.files, identities, strict=True):
                    part.check_repeats(those)
                if len(file.tags) > 1:
                    all(batches)  # reads on to the end, so that every tag is counted
                row = row or self._named(file, collection_id)
                parts = zip(batch.files, numbered.numbers(batch, identities), strict=True)
                kept = [part.kept(row, numbers) for part, numbers in parts]
                keep_lists(self.connection, kept, sets, judged_only=self.request.judged_only)
            system_of(file, self.request)
            assert row is not None
            finish_runs(self.connection, collection_id, [row])
        return row

    def _named(self, file: RunFile, collection_id: int) -> RunRow:
        held = held_systems(self.connection, collection_id)
        row = named_run(file, self.request, held, self.taken)
        insert_runs(self.connection, [row], self.request, collection_id, held)
        return row

    def _batches(self, file: RunFile) -> Iterator[Batch]:
        """Some parts of the file at a time, each of whole topics. Raises Odd, and Scattered."""
        seen: set[str] = set()
        for batch in ahead(self.pool, self._ranked, self._tables(file), 1):
            for part in batch.files:
                topics = set(part.lists.topics.to_pylist())
                if topics & seen:
                    raise Scattered
                seen |= topics
            yield batch

    def _tables(self, file: RunFile) -> Iterator[list[tuple[RunFile, pa.Table]]]:
        parts = ahead(self.pool, lambda part: file.rows(*part), file.parts(self.room.part), AHEAD)
        # What is only looked up is done with at once; what is kept is better kept in large pieces.
        together = 1 if self.request.judged_only else max(self.room.batch // self.room.part, 1)
        while tables := [(file, rows) for rows in islice(parts, together)]:
            yield tables

    def _ranked(self, tables: list[tuple[RunFile, pa.Table]]) -> Batch:
        return rank_together(tables, self.request)
