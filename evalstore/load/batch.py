"""Runs that are kept in one transaction, some files at a time while others are being read."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from evalstore.errors import DataError
from evalstore.load.keeper import Keeper, loaded
from evalstore.load.naming import Held, RunRow, held_systems, insert_runs, named_run
from evalstore.load.ranked_file import RankedFile
from evalstore.load.report import LoadReport

Unit = Sequence[RankedFile]  # a file in its parts, or small files together
Named = tuple[list[RunRow], Unit]


@dataclass
class _Begun:
    """What a transaction has kept so far, and which systems were there before it.

    `taken` are the systems of the same load, and the files that they came from.
    """

    collection_id: int
    held: Held
    taken: dict[str, str]
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

    def add(self, units: Sequence[Unit]) -> None:
        """Put whole files into the store; one whose name is taken is refused."""
        begun = self._begun = self._begun or self._begin()
        named = [one for unit in units for one in self._named(unit, begun)]
        if named:
            rows = [row for rows, _ in named for row in rows]
            connection, request = self.keeper.connection, self.keeper.request
            insert_runs(connection, rows, request, begun.collection_id, begun.held)
            self.keeper.keep([(rows, part) for rows, unit in named for part in unit])
        begun.size += sum(unit[0].size for unit in units)

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
            begun.rows += rows
            yield rows, unit

    def finish(self) -> None:
        """End the transaction, and report what it kept."""
        if self._begun is None:
            return
        begun, self._begun = self._begun, None
        with self._opened.pop_all():
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
