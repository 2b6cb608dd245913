"""Runs that are kept in one transaction, some files at a time while others are being read."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from evalstore.errors import DataError
from evalstore.load.keeper import Keeper, loaded
from evalstore.load.keeping import Kept
from evalstore.load.naming import Held, RunRow, held_systems, insert_runs, named_run
from evalstore.load.ranked_file import RankedFile
from evalstore.load.report import LoadReport

Unit = Sequence[RankedFile]  # a file in its parts, or small files together
Named = tuple[list[RunRow], Unit]


@dataclass
class _Begun:
    """What a transaction has kept so far, and which systems were there before it.

    `taken` are the systems of the same load, and the files that they came from; `waiting` is what
    will be put into the store in one go, its runs and lists and how many bytes of text they had.
    """

    collection_id: int
    held: Held
    taken: dict[str, str]
    rows: list[RunRow] = field(default_factory=list)
    size: int = 0
    waiting_rows: list[RunRow] = field(default_factory=list)
    waiting: list[Kept] = field(default_factory=list)
    waiting_size: int = 0


class Batch:
    """Files of a load; a transaction begins with the first, and ends with `finish`, or when there
    are enough of them."""

    def __init__(self, keeper: Keeper, report: LoadReport, opened: ExitStack) -> None:
        self.keeper, self.report = keeper, report
        self._opened = opened
        self._begun: _Begun | None = None

    def add(self, unit: Unit) -> None:
        """Take whole files in, to be put into the store soon; one whose name is taken is refused.

        Their documents are numbered at once, so that those who read on find them.
        """
        begun = self._begun = self._begun or self._begin()
        for rows, parts in self._named(unit, begun):
            begun.waiting_rows += rows
            begun.waiting += [self.keeper.numbered(rows, part) for part in parts]
        begun.waiting_size += unit[0].size
        if begun.waiting_size >= self.keeper.room.batch:
            self._keep(begun)
            self.keeper.put()
        if begun.size >= self.keeper.room.transaction:
            self.finish()

    def _keep(self, begun: _Begun) -> None:
        """Have kept what waits for it."""
        rows, kept = begun.waiting_rows, begun.waiting
        if rows:
            connection, request = self.keeper.connection, self.keeper.request
            insert_runs(connection, rows, request, begun.collection_id, begun.held)
            self.keeper.keep(kept)
        begun.rows += rows
        begun.size += begun.waiting_size
        begun.waiting_rows, begun.waiting, begun.waiting_size = [], [], 0

    def _begin(self) -> _Begun:
        collection_id = self._opened.enter_context(self.keeper.transaction())
        held = held_systems(self.keeper.connection, collection_id)
        return _Begun(collection_id, held, self.report.names)

    def _named(self, unit: Unit, begun: _Begun) -> Iterator[Named]:
        """The unit with its rows in `run`; of small files together, each by itself if need be."""
        files, rows = unit[0].files, list[RunRow]()
        names = dict[str, str]()
        try:
            for file in files:
                taken = ChainMap(names, begun.taken)
                rows.append(named_run(file, self.keeper.request, begun.held, taken))
                names[rows[-1].system] = file.source.name
        except DataError as error:
            if len(files) == 1:
                self.report.refused.append(error)
            else:
                for file in files:
                    yield from self._named([self.keeper.alone(file)], begun)
        else:
            begun.taken |= names
            yield rows, unit

    def finish(self) -> None:
        """End the transaction, and report what it kept."""
        if self._begun is None:
            return
        begun, self._begun = self._begun, None
        with self._opened.pop_all():
            self._keep(begun)
            if begun.rows:
                self.keeper.finish(begun.collection_id, begun.rows)
        self.report.files += [loaded(row) for row in begun.rows]


@contextmanager
def batch_of(keeper: Keeper, report: LoadReport) -> Iterator[Batch]:
    """A batch that is finished at the end; on any exception, what was not is not kept either."""
    with ExitStack() as opened:
        batch = Batch(keeper, report, opened)
        yield batch
        batch.finish()
