"""Loading runs: read ahead by threads; small files are kept together, large ones part by part."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import DataError, UsageError
from evalstore.load.batch import Batch, keep_batch, rank_together
from evalstore.load.large import LargeRun, Scattered
from evalstore.load.naming import RunRequest, already_there, rule_of
from evalstore.load.reading_runs import Read, read_files, whole_rows
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.room import Room, room_of
from evalstore.load.source import find_sources

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[int, int, str], None]


def load_runs(
    connection: duckdb.DuckDBPyConnection,
    paths: Sequence[str | Path],
    request: RunRequest,
    progress: Progress | None = None,
) -> LoadReport:
    """Load run files. One file's failure is reported, and the others are loaded all the same."""
    started = time.perf_counter()
    request.check()
    sources = find_sources(paths)
    if request.name is not None and len(sources) > 1:
        raise UsageError(f"--name names one run, but there are {len(sources)} files")
    room = room_of(connection)
    known = None if request.judged_only else already_there(connection, request)
    with ThreadPoolExecutor(room.threads) as pool:
        loading = _Loading(connection, request, room, pool)
        for number, read in enumerate(read_files(sources, pool, known, room), 1):
            loading.take(read)
            if progress:
                progress(number, len(sources), str(read.path))
        loading.finish()
    loading.report.seconds = time.perf_counter() - started
    return loading.report


@dataclass
class _Loading:
    """What has been read and is still to be kept."""

    connection: duckdb.DuckDBPyConnection
    request: RunRequest
    room: Room
    pool: ThreadPoolExecutor
    report: LoadReport = field(default_factory=lambda: LoadReport("run"))
    together: list[Read] = field(default_factory=list)
    ranked: deque[tuple[list[Read], Future[Batch]]] = field(default_factory=deque)

    def take(self, read: Read) -> None:
        """Take over a file that was read; it is kept soon, or refused."""
        if read.error is not None:
            self.report.refused.append(read.error)
        elif read.already is not None:
            self.report.files.append(Loaded(read.name, read.already, "already there"))
        elif read.rows is not None:
            self._add(read)
            return
        else:
            self.finish()
            self._keep_large(read)
        read.held.close()

    def _add(self, read: Read) -> None:
        """Small files come together, and are ranked by a thread while others are kept."""
        assert read.file is not None
        try:
            rule_of(read.file, self.request)
        except DataError as error:
            self.report.refused.append(error)
            read.held.close()
            return
        self.together.append(read)
        if sum(one.size for one in self.together) >= self.room.batch:
            self._rank()
        if len(self.ranked) > 1:
            self._keep()

    def _rank(self) -> None:
        reads, self.together = self.together, []
        tables = [(read.file, read.rows) for read in reads if read.file and read.rows is not None]
        if tables:
            self.ranked.append((reads, self.pool.submit(rank_together, tables, self.request)))

    def _keep(self) -> None:
        reads, batch = self.ranked.popleft()
        keep_batch(self.connection, batch.result(), self.request, self.report)
        for read in reads:
            read.held.close()

    def finish(self) -> None:
        """Keep all that has come together."""
        self._rank()
        while self.ranked:
            self._keep()

    def _keep_large(self, read: Read) -> None:
        try:
            taken = self.report.names
            large = LargeRun(self.connection, self.request, taken, self.room, self.pool)
            self.report.files.append(large.keep(read))
        except Scattered:
            read.rows = whole_rows(read, self.room.part)
            self._add(read)
            self.finish()
        except DataError as error:
            self.report.refused.append(error)
