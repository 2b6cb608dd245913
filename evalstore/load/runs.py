"""Loading runs: staged, named, ranked, and met with the judgements, in one transaction."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import (
    ConflictError,
    DataError,
    EvalstoreError,
    FileProblems,
    Problem,
    UsageError,
)
from evalstore.load import staging
from evalstore.load.collections import collection_id_of
from evalstore.load.efficiency import keep_header_numbers
from evalstore.load.lines import Reading
from evalstore.load.ranking import (
    RunRow,
    clear_incoming,
    keep_rankings,
    rank_incoming,
    repeated,
    repeated_pairs,
)
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.run_lines import repeated_documents
from evalstore.load.source import find_sources, open_source
from evalstore.load.staging import Staged
from evalstore.rows import first

if TYPE_CHECKING:
    import duckdb

RANK_RULES = ("trec_eval", "trec_eval10", "rank")

# Files are staged together up to this many bytes: enough to keep DuckDB's threads busy, little
# enough to keep memory bounded and the progress bar moving.
BATCH_BYTES = 128 << 20

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class RunRequest:
    """What the caller wants done with the files."""

    collection: str = "default"
    name: str | None = None
    rank_rule: str | None = None
    replace: bool = False


def load_runs(
    connection: duckdb.DuckDBPyConnection,
    paths: Sequence[str | Path],
    request: RunRequest,
    progress: Progress | None = None,
) -> LoadReport:
    """Load run files. One file's failure is reported, and the others are loaded all the same."""
    started = time.perf_counter()
    _check_request(request)
    sources = find_sources(paths)
    if request.name is not None and len(sources) > 1:
        raise UsageError(f"--name names one run, but there are {len(sources)} files")
    report = LoadReport("run")
    done = 0
    for batch in _batches(sources):
        _load_batch(connection, batch, request, report)
        done += len(batch)
        if progress:
            progress(done, len(sources), str(batch[-1]))
    report.seconds = time.perf_counter() - started
    return report


def _check_request(request: RunRequest) -> None:
    if request.rank_rule is not None and request.rank_rule not in RANK_RULES:
        raise UsageError(f"no rank rule {request.rank_rule!r}; there is {', '.join(RANK_RULES)}")
    if request.name is not None and not request.name.strip():
        raise UsageError("the name of a run is not empty")


def _batches(sources: Sequence[Path]) -> Iterator[list[Path]]:
    batch: list[Path] = []
    size = 0
    for source in sources:
        weight = source.stat().st_size if source.is_file() else 0
        if batch and size + weight > BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(source)
        size += weight
    if batch:
        yield batch


def _load_batch(
    connection: duckdb.DuckDBPyConnection,
    paths: list[Path],
    request: RunRequest,
    report: LoadReport,
) -> None:
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evalstore-")))
        files: list[Staged] = []
        for number, path in enumerate(paths):
            try:
                source = stack.enter_context(open_source(path))
                if already := already_there(connection, source.sha256, request):
                    report.files.append(Loaded(source.name, already, "already there"))
                else:
                    files.append(staging.prepare(number, source, scratch))
            except EvalstoreError as error:
                report.refused.append(error)
        if files:
            _load_staged(connection, files, request, report, scratch)


def already_there(
    connection: duckdb.DuckDBPyConnection, sha256: str, request: RunRequest
) -> str | None:
    """The system that has this content already, under the same rule and the same wanted name."""
    row = first(
        connection.execute(
            """
        select system from run inner join collection using (collection_id)
        where collection.name = $collection and sha256 = $sha256
            and ($name is null or system = $name)
            and ($rule is null or rank_rule = $rule)
        """,
            {
                "collection": request.collection,
                "sha256": sha256,
                "name": request.name,
                "rule": request.rank_rule,
            },
        )
    )
    return row[0] if row else None


def _load_staged(
    connection: duckdb.DuckDBPyConnection,
    files: list[Staged],
    request: RunRequest,
    report: LoadReport,
    scratch: Path,
) -> None:
    staging.create_incoming(connection)
    files = _staged_with_care(connection, files, report, scratch)
    keep_staged(connection, files, request, report)


def keep_staged(
    connection: duckdb.DuckDBPyConnection,
    files: list[Staged],
    request: RunRequest,
    report: LoadReport,
) -> None:
    """Put what is staged into the store: all good files in one transaction."""
    connection.begin()
    try:
        collection_id = collection_id_of(connection, request.collection)
        rows = _named(connection, files, request, collection_id, report)
        if rows:
            rank_incoming(connection, collection_id, rows)
        if broken := repeated(connection, rows) if rows else []:
            report.refused += [_repeated_error(connection, row.file) for row in broken]
            raise _Again([row.file for row in rows if row not in broken])
        if rows:
            keep_rankings(connection, collection_id, rows)
        connection.commit()
    except _Again as again:
        connection.rollback()
        staging.withdraw(connection, [file for file in files if file not in again.files])
        keep_staged(connection, again.files, request, report)
        return
    except BaseException:
        connection.rollback()
        raise
    clear_incoming(connection)
    report.files += [_loaded(row) for row in rows]


class _Again(Exception):  # noqa: N818
    """Some files turned out to be broken: roll back, and keep the others."""

    def __init__(self, files: list[Staged]) -> None:
        super().__init__()
        self.files = files


def _staged_with_care(
    connection: duckdb.DuckDBPyConnection,
    files: list[Staged],
    report: LoadReport,
    scratch: Path,
) -> list[Staged]:
    """Stage all files, the odd ones the careful way; what is refused goes to the report."""
    odd = staging.stage(connection, files)
    kept = [file for file in files if file not in odd]
    careful: list[Staged] = []
    for file in odd:
        try:
            careful.append(staging.tidied(file, scratch))
        except FileProblems as error:
            report.refused.append(error)
    for file in staging.stage(connection, careful):
        problem = Problem(None, "cannot be read as a run")
        report.refused.append(FileProblems(file.source.name, [problem]))
        careful.remove(file)
    return sorted(kept + careful, key=lambda file: file.number)


def _named(
    connection: duckdb.DuckDBPyConnection,
    files: list[Staged],
    request: RunRequest,
    collection_id: int,
    report: LoadReport,
) -> list[RunRow]:
    """Give every file its system's name and a row in `run`; name conflicts are refused."""
    rows: list[RunRow] = []
    for file in files:
        try:
            rows.append(_insert_run(connection, file, request, collection_id, rows))
        except DataError as error:
            report.refused.append(error)
            staging.withdraw(connection, [file])
    return rows


def _insert_run(
    connection: duckdb.DuckDBPyConnection,
    file: Staged,
    request: RunRequest,
    collection_id: int,
    earlier: list[RunRow],
) -> RunRow:
    system = _system(file, request)
    rule = _rule(file, request)
    for row in earlier:
        if row.system == system:
            raise ConflictError(
                f"{file.source.name}: system {system!r} was just loaded from "
                f"{row.file.source.name}; load this one on its own with --name"
            )
    outcome = _make_room(connection, file, system, collection_id, request.replace)
    run_id = connection.execute(
        """
        insert into run (collection_id, system, tag, rank_rule, source, sha256, metadata)
        values (?, ?, ?, ?, ?, ?, ?) returning run_id
        """,
        [
            collection_id,
            system,
            file.tag,
            rule,
            file.source.name,
            file.source.sha256,
            None if file.metadata is None else json.dumps(file.metadata, default=str),
        ],
    ).fetchall()[0][0]
    keep_header_numbers(connection, run_id, file.metadata)
    return RunRow(run_id, system, rule, outcome, file)


def _system(file: Staged, request: RunRequest) -> str:
    if request.name is not None:
        return request.name
    if file.several_tags > 1:
        problem = Problem(
            None,
            f"{file.several_tags} different run tags in column 6 ({file.tag!r} is one); "
            "say what the system is called with --name",
        )
        raise FileProblems(file.source.name, [problem])
    return file.tag or file.source.stem


def _rule(file: Staged, request: RunRequest) -> str:
    if file.columns == 6:
        return request.rank_rule or "trec_eval"
    if request.rank_rule not in (None, "rank"):
        problem = Problem(None, f"no scores to rank by {request.rank_rule}; use --rank-by rank")
        raise FileProblems(file.source.name, [problem])
    return "rank"


def _make_room(
    connection: duckdb.DuckDBPyConnection,
    file: Staged,
    system: str,
    collection_id: int,
    replace: bool,
) -> str:
    row = first(
        connection.execute(
            "select run_id, source from run where collection_id = ? and system = ?",
            [collection_id, system],
        )
    )
    if row is None:
        return "loaded"
    if not replace:
        raise ConflictError(
            f"{file.source.name}: system {system!r} is already loaded with other content "
            f"(from {row[1]}); use --replace, or give this run another --name"
        )
    from evalstore.load.dropping import drop_run

    drop_run(connection, row[0])
    return "replaced"


def _repeated_error(connection: duckdb.DuckDBPyConnection, file: Staged) -> FileProblems:
    reading = Reading(file.source.name)
    if file.is_frame:
        for topic, docno in repeated_pairs(connection, file.number):
            reading.refuse(None, f"document {docno!r} is ranked twice for topic {topic!r}")
    else:
        repeated_documents(file.source.path, reading)
    return FileProblems(file.source.name, reading.problems, reading.problem_count)


def _loaded(row: RunRow) -> Loaded:
    file = row.file
    notes = file.notes + row.notes
    return Loaded(file.source.name, row.system, row.outcome, row.topics, row.rows, notes)
