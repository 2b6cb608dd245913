"""Runs that are kept in one transaction, some files at a time while others are being read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from evalstore.errors import DataError
from evalstore.load.keeper import Keeper, loaded
from evalstore.load.keeping import finish_runs
from evalstore.load.naming import Held, RunRow, held_systems, insert_runs, named_run
from evalstore.load.ranked_file import RankedFile
from evalstore.load.report import LoadReport

Named = tuple[RunRow, Sequence[RankedFile]]


@dataclass
class _Begun:
    """What a transaction has kept so far, and which systems were there before it."""

    collection_id: int
    held: Held
    rows: list[RunRow] = field(default_factory=list)
    size: int = 0


class Batch:
    """Files of a load; a transaction begins with the first, and ends with `finish`."""

    def __init__(self, keeper: Keeper, report: LoadReport, opened: ExitStack) -> None:
        self.keeper, self.report = keeper, report
        self._opened = opened
        self._begun: _Begun | None = None

    @property
    def size(self) -> int:
        """Bytes of text of the files so far."""
        return 0 if self._begun is None else self._begun.size

    def add(self, files: Sequence[Sequence[RankedFile]]) -> None:
        """Put whole files, each in its parts, into the store; one that has no name is refused."""
        begun = self._begun = self._begun or self._begin()
        named = list(self._named(files, begun))
        if named:
            rows = [row for row, _ in named]
            connection, request = self.keeper.connection, self.keeper.request
            insert_runs(connection, rows, request, begun.collection_id, begun.held)
            self.keeper.keep([(row, part) for row, parts in named for part in parts])
        begun.size += sum(parts[0].file.source.size for parts in files)

    def _begin(self) -> _Begun:
        collection_id = self._opened.enter_context(self.keeper.transaction())
        return _Begun(collection_id, held_systems(self.keeper.connection, collection_id))

    def _named(self, files: Sequence[Sequence[RankedFile]], begun: _Begun) -> Iterator[Named]:
        taken = self.report.names | {row.system: row.file.source.name for row in begun.rows}
        for parts in files:
            try:
                row = named_run(parts[0].file, self.keeper.request, begun.held, taken)
            except DataError as error:
                self.report.refused.append(error)
            else:
                taken[row.system] = row.file.source.name
                begun.rows.append(row)
                yield row, parts

    def finish(self) -> None:
        """End the transaction, and report what it kept."""
        if self._begun is None:
            return
        begun, self._begun = self._begun, None
        with self._opened.pop_all():
            if begun.rows:
                finish_runs(self.keeper.connection, begun.collection_id, begun.rows)
        self.report.files += [loaded(row) for row in begun.rows]


@contextmanager
def batch_of(keeper: Keeper, report: LoadReport) -> Iterator[Batch]:
    """A batch that is finished at the end; on any exception, what was not is not kept either."""
    with ExitStack() as opened:
        batch = Batch(keeper, report, opened)
        yield batch
        batch.finish()
