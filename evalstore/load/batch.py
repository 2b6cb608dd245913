"""Runs that are kept in one transaction, some files at a time while others are being read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType

from evalstore.errors import DataError
from evalstore.load.keeper import Keeper, loaded
from evalstore.load.keeping import finish_runs
from evalstore.load.naming import Held, RunRow, held_systems, insert_runs, named_run
from evalstore.load.ranked_file import RankedFile
from evalstore.load.report import LoadReport


class Batch:
    """Files of a load; a transaction begins with the first, and ends with `finish`.

    Use it in a `with` statement, which finishes; on any exception, what was not finished is neither
    kept nor reported.
    """

    def __init__(self, keeper: Keeper, report: LoadReport) -> None:
        self.keeper, self.report = keeper, report
        self._open = ExitStack()
        self._forget()

    def _forget(self) -> None:
        self.size = 0  # bytes of text
        self._collection_id: int | None = None
        self._held: Held = {}
        self._rows: list[RunRow] = []

    def add(self, files: Sequence[Sequence[RankedFile]]) -> None:
        """Put whole files, each in its parts, into the store; one that has no name is refused."""
        if self._collection_id is None:
            self._collection_id = self._open.enter_context(self.keeper.transaction())
            self._held = held_systems(self.keeper.connection, self._collection_id)
        named = list(self._named(files))
        if named:
            rows = [row for row, _ in named]
            connection, request = self.keeper.connection, self.keeper.request
            insert_runs(connection, rows, request, self._collection_id, self._held)
            self.keeper.keep([(row, part) for row, parts in named for part in parts])
        self.size += sum(parts[0].file.source.size for parts in files)

    def _named(
        self, files: Sequence[Sequence[RankedFile]]
    ) -> Iterator[tuple[RunRow, Sequence[RankedFile]]]:
        taken = self.report.names | {row.system: row.file.source.name for row in self._rows}
        for parts in files:
            try:
                row = named_run(parts[0].file, self.keeper.request, self._held, taken)
            except DataError as error:
                self.report.refused.append(error)
            else:
                taken[row.system] = row.file.source.name
                self._rows.append(row)
                yield row, parts

    def finish(self) -> None:
        """End the transaction, and report what it kept."""
        rows, collection_id = self._rows, self._collection_id
        with self._open.pop_all():
            if rows and collection_id is not None:
                finish_runs(self.keeper.connection, collection_id, rows)
        self.report.files += [loaded(row) for row in rows]
        self._forget()

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self._open.__exit__(kind, error, traceback)
