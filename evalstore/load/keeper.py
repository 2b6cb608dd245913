"""Who keeps the runs of a load, in one transaction or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from evalstore.load.collections import collection_id_of
from evalstore.load.documents import Documents
from evalstore.load.keeping import Kept, finish_runs, keep_lists
from evalstore.load.meeting import Judgements, judgements_by_name, qrels_ids_of
from evalstore.load.naming import RunRequest, RunRow
from evalstore.load.ranked_file import RankedFile, ranked_file
from evalstore.load.report import Loaded
from evalstore.load.room import Room
from evalstore.load.row_groups import RowGroups
from evalstore.load.run_file import RunFile
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb


class Keeper:
    """Keeps runs as asked; remembers documents and judgements from one transaction to the next."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, request: RunRequest, room: Room
    ) -> None:
        self.connection, self.request, self.room = connection, request, room
        self._documents: Documents | None = None
        if not request.judged_only:
            self._documents = Documents(connection, request.collection, room.documents)
        self._judgements: dict[int, Judgements] = {}
        self._known: list[Judgements] | None = None  # None: nobody asked the store yet
        self._groups = RowGroups(connection)

    def judgements(self) -> list[Judgements]:
        """Every set of judgements that the collection has now."""
        asked = qrels_ids_of(self.connection, self.request.collection)
        for qrels_id in asked:
            if qrels_id not in self._judgements:
                self._judgements[qrels_id] = judgements_by_name(self.connection, qrels_id)
        self._known = [self._judgements[qrels_id] for qrels_id in asked]
        return self._known

    def prepared(self, ranked: RankedFile) -> RankedFile:
        """A file for which all is done that needs no store; threads call this.

        What is not known yet, a document's number or a set of judgements, is seen to by `keep`.
        """
        if self._documents is not None:
            ranked.look_up(self._documents)
        if self._known is not None:
            ranked.meet(self._known)
            if self.request.judged_only or ranked.again is not None:
                ranked.let_go()
        return ranked

    def alone(self, file: RunFile) -> RankedFile:
        """A small file by itself, that was ranked together with others."""
        return self.prepared(ranked_file(file, file.rows(0, file.size), self.request))

    @contextmanager
    def transaction(self) -> Iterator[int]:
        """Inside, runs can be kept; gives the collection's number."""
        with transaction(self.connection), self._documents or nullcontext():
            self._groups = RowGroups(self.connection)
            self.judgements()
            yield collection_id_of(self.connection, self.request.collection)
            self._groups.finish()

    def numbered(self, rows: Sequence[RunRow], part: RankedFile) -> Kept:
        """Lists of runs, and all that it takes to keep them."""
        sets, documents = self._known or [], self._documents
        ranked = part.with_names(documents, sets)
        ranked.meet(sets)
        return Kept(rows, ranked, None if documents is None else ranked.numbers(documents))

    def keep(self, kept: Sequence[Kept]) -> None:
        """Keep the lists of runs that are in the table of runs already."""
        if self._documents is not None:
            self._documents.keep()
        keep_lists(self._groups, kept, [judged.qrels_id for judged in self._known or []])

    def put(self) -> None:
        """Put into the store what was kept, as far as it fills row groups."""
        self._groups.put()

    def finish(self, collection_id: int, rows: Sequence[RunRow]) -> None:
        """Have all that was kept of these runs in its tables, and note what is odd about them."""
        self._groups.finish()
        finish_runs(self.connection, collection_id, rows)


def loaded(row: RunRow) -> Loaded:
    """The line of the report on a run that was kept."""
    file = row.file
    notes = file.notes + row.notes
    return Loaded(file.source.name, row.system, row.outcome, row.topics, row.rows, notes)
