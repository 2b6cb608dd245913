"""Loading runs: files become the table `incoming`, and SQL (in sql/load) does the rest.

    read       file_line, run_line      DuckDB reads many files at once; a file that it refuses, or
               run_check                that is irregular, goes through the line reader
               incoming_pair            the documents of each topic, in how many lines and runs
               repeating_run            a run that ranks a document twice is refused
    number     new_topic, incoming_document  topics and documents that the collection lacks
    rank       ranked_line              by window function, under the run's rank rule
    store      ranking, run_topic       and judged_ranking, the part that measures read

A batch of files is one transaction. A file's failure is reported, and the others are loaded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from evalstore.errors import DataError, EvalstoreError
from evalstore.formats.lines import Reading
from evalstore.formats.run_lines import repeated_documents, rewrite_run
from evalstore.load.dialect import REWRITTEN, Dialect, run_dialects
from evalstore.load.naming import (
    IncomingRun,
    RunRequest,
    check_one_name,
    regroup,
    same_run,
    stored_runs,
)
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import find_sources, open_source
from evalstore.load.storing import delete_lines, reserve_numbers, store_incoming
from evalstore.scratch import check_stopped, scratch_folder
from evalstore.tables.folders import without_summaries
from evalstore.tables.rows import insert_table_run
from evalstore.views import statement

Progress = Callable[[int, int, str], None]

BATCH_BYTES = 384 << 20  # of files on disk; DuckDB needs several times that to rank them
SHARING_RUNS = 8  # so many runs have most of their documents in common, which are numbered once


@dataclass
class _Batch:
    """Files that are loaded in one transaction, opened and digested."""

    runs: list[IncomingRun] = field(default_factory=list)
    refused: list[EvalstoreError] = field(default_factory=list)
    opened: ExitStack = field(default_factory=ExitStack)


def load_runs(
    connection: duckdb.DuckDBPyConnection,
    paths: Sequence[str | Path],
    request: RunRequest,
    progress: Progress | None = None,
) -> LoadReport:
    """Load run files; what was refused is in the report."""
    started = time.perf_counter()
    request.check()
    found = without_summaries(find_sources(paths))
    check_one_name(request, found)
    report = LoadReport("run")
    done = 0
    for batch in _opened_ahead(_batches(found), digest=request.rankings):
        with batch.opened:
            report.refused += batch.refused
            _load_batch(connection, batch.runs, request, report)
        done += len(batch.runs) + len(batch.refused)
        if progress:
            progress(done, len(found), str(found[done - 1]))
    report.seconds = time.perf_counter() - started
    return report


def _batches(paths: Iterable[Path]) -> Iterator[list[Path]]:
    batch, size = list[Path](), 0
    for path in paths:
        batch.append(path)
        size += path.stat().st_size if path.is_file() else 0
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _opened_ahead(batches: Iterator[list[Path]], *, digest: bool) -> Iterator[_Batch]:
    """Each batch; while one is being stored, the files of the next are digested."""
    with ThreadPoolExecutor(1) as thread:
        following = (thread.submit(copy_context().run, _open, paths, digest) for paths in batches)
        pending = next(following, None)
        while pending is not None:
            batch = pending.result()
            pending = next(following, None)
            try:
                yield batch
            except GeneratorExit:
                if pending is not None:
                    pending.result().opened.close()
                raise


def _open(paths: Sequence[Path], digest: bool) -> _Batch:
    batch = _Batch()
    with ExitStack() as opened, ThreadPoolExecutor() as threads:
        digests = []
        for path in paths:
            with _refusal_noted(batch, path):
                source = opened.enter_context(open_source(path, digest=digest))
                found = threads.submit(copy_context().run, getattr, source, "sha256")
                digests.append((path, source, found))
        for path, source, found in digests:
            with _refusal_noted(batch, path):
                found.result()
                batch.runs.append(IncomingRun(source))
        batch.opened = opened.pop_all()
    return batch


@contextmanager
def _refusal_noted(batch: _Batch, path: Path) -> Iterator[None]:
    try:
        yield
    except EvalstoreError as error:
        batch.refused.append(error)
    except OSError as error:
        batch.refused.append(_unreadable(str(path), error))


def _unreadable(name: str, error: OSError) -> DataError:
    return DataError(f"{name}: cannot be read: {error.strerror or error}")


def _load_batch(
    connection: duckdb.DuckDBPyConnection,
    runs: Sequence[IncomingRun],
    request: RunRequest,
    report: LoadReport,
) -> None:
    stored = stored_runs(connection, request.collection) if request.rankings else {}
    pending = []
    for run in runs:
        existing = same_run(connection, stored, run.source, request)
        if existing is None:
            pending.append(run)
        else:
            regroup(connection, existing, request)
            report.files.append(Loaded(run.source.name, existing.system, "already loaded"))
    reserve_numbers(connection, pending)
    with scratch_folder() as scratch:
        read = _Reader(connection, scratch, report, request).read(pending)
    store_incoming(connection, read, request, report)


class _Check(NamedTuple):
    """A row of sql/load/run_check."""

    run_id: int
    documents: int
    scores: int
    has_other_tag: bool
    is_regular: bool
    has_repeats: bool = False


@dataclass(frozen=True)
class _Reader:
    """Reads files into the table `incoming`; a file that cannot be read is in `report.refused`."""

    connection: duckdb.DuckDBPyConnection
    scratch: Path
    report: LoadReport
    request: RunRequest

    @property
    def firsts_only(self) -> bool:
        return self.request.duplicates == "first"

    def read(self, runs: Sequence[IncomingRun]) -> list[IncomingRun]:
        """The runs whose lines are in `incoming` afterwards."""
        for dialects, alike in groupby(sorted(runs, key=_dialects), _dialects):
            if dialects:
                self._read_directly(list(alike), dialects)
        checks = self._checks()
        irregular = [run for run in runs if not self._is_regular(run, checks)]
        if irregular:
            runs = [
                run for run in runs if run not in irregular or self._accepted(run, self._by_line)
            ]
            checks = self._checks()
        describe = partial(self._describe, checks=checks)
        return [run for run in runs if self._accepted(run, describe)]

    def _is_regular(self, run: IncomingRun, checks: Mapping[int, _Check]) -> bool:
        """Whether the line reader has nothing to judge, and no repeats to leave out."""
        return _is_regular(run, checks) and not (
            self.firsts_only and checks[run.run_id].has_repeats
        )

    def _accepted(self, run: IncomingRun, step: Callable[[IncomingRun], None]) -> bool:
        check_stopped()
        try:
            step(run)
        except EvalstoreError as error:
            return self._refused(run, error)
        except OSError as error:
            return self._refused(run, _unreadable(run.source.name, error))
        return True

    def _refused(self, run: IncomingRun, error: EvalstoreError) -> bool:
        """Note the refusal of a run; what is wrong with a file that changed is that it changed."""
        delete_lines(self.connection, run)
        try:
            run.source.check_unchanged()
        except DataError as changed:
            error = changed
        self.report.refused.append(error)
        return False

    def _checks(self) -> dict[int, _Check]:
        rows = self.connection.execute(statement("run_check")).fetchall()
        repeating = self._repeating(len(rows))
        checks = (_Check(*row) for row in rows)
        return {one.run_id: one._replace(has_repeats=one.run_id in repeating) for one in checks}

    def _repeating(self, runs: int) -> set[int]:
        """The runs that rank a document twice for a topic."""
        if self.request.rankings and runs >= SHARING_RUNS:
            create = f"create or replace temp table incoming_pair as {statement('incoming_pair')}"
            self.connection.execute(create)
            repeated = "from incoming_pair where lines > runs limit 1"
            if not self.connection.execute(repeated).fetchall():
                return set()
        found = self.connection.execute(statement("repeating_run")).fetchall()
        return {run_id for (run_id,) in found}

    def _read_directly(self, runs: list[IncomingRun], dialects: list[Dialect]) -> None:
        """Have DuckDB read files; where it refuses, each by itself, and in the next dialect."""
        try:
            for run in runs:
                run.tag = _first_tag(run.source.start)
                run.has_scores = dialects[0].has_scores
            self._insert({str(run.source.path): run for run in runs}, dialects[0])
        except duckdb.InterruptException:
            raise
        except duckdb.Error:
            if len(runs) > 1:
                for run in runs:
                    self._read_directly([run], dialects)
            elif dialects[1:]:
                self._read_directly(runs, dialects[1:])

    def _insert(self, paths: dict[str, IncomingRun], dialect: Dialect) -> None:
        columns: dict[str, list[Any]] = {
            "path": list(paths),
            "run_id": [run.run_id for run in paths.values()],
            "tag": [run.tag for run in paths.values()],
        }
        self.connection.execute(
            "create or replace temp table incoming_file as select "
            "unnest($path) as path, unnest($run_id) as run_id, unnest($tag::varchar[]) as tag",
            columns,
        )
        insert = f"insert into incoming by name {dialect.reading('run_line')}"
        self.connection.execute(insert, dialect.parameters(paths))

    def _by_line(self, run: IncomingRun) -> None:
        """Read a file with the line reader, into a regular one for DuckDB."""
        delete_lines(self.connection, run)
        if insert_table_run(self.connection, run):
            return
        reading = Reading(run.source.name)
        target = self.scratch / f"{run.run_id}.tsv"
        run.has_scores = rewrite_run(run.source, target, reading, firsts_only=self.firsts_only)
        run.notes, run.metadata = reading.notes, reading.metadata
        with target.open("rb") as file:
            run.tag = _first_tag(file.readline())
        self._insert({str(target): run}, REWRITTEN)
        target.unlink()

    def _describe(self, run: IncomingRun, checks: Mapping[int, _Check]) -> None:
        """Note what the check found; refuse a run that changed, or ranks a document twice."""
        check = checks[run.run_id]
        run.documents = check.documents
        run.has_other_tag = check.has_other_tag
        if check.has_repeats:
            reading = Reading(run.source.name)
            repeated_documents(run.source, reading)
            reading.check()
        run.source.check_unchanged()


def _first_tag(start: bytes) -> str | None:
    """Column 6 of the first line; None in a run of three columns."""
    fields = start.split(b"\n", 1)[0].split()
    return fields[5].decode("utf-8", "replace") if len(fields) > 5 else None


def _dialects(run: IncomingRun) -> list[Dialect]:
    return run_dialects(run.source)


def _is_regular(run: IncomingRun, checks: Mapping[int, _Check]) -> bool:
    """Whether DuckDB read all of a file, and nothing in it is for the line reader to judge."""
    check = checks.get(run.run_id)
    if check is None or not check.is_regular:
        return False
    if check.scores != (check.documents if run.has_scores else 0):
        return False
    return run.source.compression == "none" or check.documents == run.source.content.lines
