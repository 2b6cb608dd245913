"""Loading runs: read ahead by threads; small files are kept together, large ones part by part."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import DataError, UsageError
from evalstore.load.batch import Batch, batch_of
from evalstore.load.bundle import bundled
from evalstore.load.keeper import Keeper
from evalstore.load.large import LargeRun
from evalstore.load.naming import RunRequest, already_there
from evalstore.load.ranked_file import ranked_file
from evalstore.load.reading_runs import Read, Reader, Scattered
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.room import room_of
from evalstore.load.source import find_sources

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[int, int, str], None]


def load_runs(
    connection: duckdb.DuckDBPyConnection,
    paths: Sequence[str | Path],
    request: RunRequest,
    progress: Progress | None = None,
    first: Callable[[], object] | None = None,
) -> LoadReport:
    """Load run files. One file's failure is reported, and the others are loaded all the same.

    `first`, if given, loads the judgements: here, so that the runs are being read meanwhile.
    """
    started = time.perf_counter()
    request.check()
    sources = find_sources(paths)
    if request.name is not None and len(sources) > 1:
        raise UsageError(f"--name names one run, but there are {len(sources)} files")
    room = room_of(connection)
    keeper = Keeper(connection, request, room)
    known = None if request.judged_only else already_there(connection, request)
    report = LoadReport("run")
    with (
        ExitStack() as opened,
        _threads(room.threads) as pool,
        batch_of(keeper, report) as batch,
    ):
        reader = Reader(
            partial(ranked_file, request=request),
            partial(bundled, request=request),
            keeper.prepared,
            known,
            room,
            opened,
        )
        loading = _Loading(batch, reader, pool)
        reads = reader.read_files(sources, pool)
        if first:
            first()
        keeper.judgements()
        done = 0
        for read in reads:
            loading.take(read)
            done += read.files
            if progress:
                progress(done, len(sources), str(read.path))
    report.seconds = time.perf_counter() - started
    return report


@contextmanager
def _threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that on any exception begin nothing more."""
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass
class _Loading:
    """What is done with files that were read."""

    batch: Batch
    reader: Reader
    pool: ThreadPoolExecutor

    @property
    def report(self) -> LoadReport:
        return self.batch.report

    def take(self, read: Read) -> None:
        """Take over a file that was read; it is kept soon, or refused."""
        with read.held:
            if read.error is not None:
                self.report.refused.append(read.error)
            elif read.already is not None:
                self.report.files.append(Loaded(read.name, read.already, "already there"))
            elif read.parts is not None:
                self.batch.add(read.parts)
            else:
                self.batch.finish()
                self._keep_large(read)

    def _keep_large(self, read: Read) -> None:
        large = LargeRun(self.batch.keeper, self.reader, self.report.names, self.pool)
        try:
            self.report.files.append(large.keep(read))
        except Scattered:
            self._keep_whole(read)
        except DataError as error:
            self.report.refused.append(error)

    def _keep_whole(self, read: Read) -> None:
        try:
            self.batch.add(self.reader.ranked(read))
            self.batch.finish()
        except DataError as error:
            self.report.refused.append(error)
