"""Files into a lake, by tasks of an engine; the manifest is written when all of them are done."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.database import execute_on
from evalstore.errors import ConflictError, UsageError
from evalstore.lake import tables
from evalstore.lake.engine import Engine, Progress, TaskFunction
from evalstore.lake.load_task import (
    RUN_COLUMNS,
    JudgeTask,
    LoadedQrels,
    LoadedRuns,
    LoadTask,
    judge,
    load_qrels_file,
    load_run_files,
)
from evalstore.lake.location import File, Location
from evalstore.lake.manifest import Content, Manifest, read_manifest
from evalstore.lake.planning import grouped
from evalstore.load.naming import RunRequest, check_one_name
from evalstore.load.report import LoadReport
from evalstore.load.runs import BATCH_BYTES
from evalstore.load.source import STDIN, find_sources
from evalstore.load.storing import collection_id_of
from evalstore.scratch import scratch_folder
from evalstore.store import Store
from evalstore.tables.folders import qrels_paths, without_summaries


@dataclass
class Loading:
    """One load into a collection of a lake."""

    location: Location
    engine: Engine
    collection: str = "default"
    memory_limit: str | None = None
    progress: Progress | None = None
    manifest: Manifest = field(init=False)

    def __post_init__(self) -> None:
        self.manifest = read_manifest(self.location) or Manifest()

    def runs(self, paths: Sequence[str | Path], request: Mapping[str, Any]) -> LoadReport:
        """Load run files; those that are refused are in the report, and leave nothing."""
        started = time.perf_counter()
        checked = RunRequest(self.collection, **request)
        checked.check()
        files = without_summaries(_found(paths))
        check_one_name(checked, files)
        report, rows = LoadReport("run"), list[dict[str, Any]]()
        groups = grouped(_sizes(files), min(BATCH_BYTES, _bytes(files) // self.engine.slots))
        tasks = self._tasks(groups, request, "run", self._content.judgement)
        for loaded in self._loaded(load_run_files, tasks):
            refused = _add(loaded.report, report)
            new = [row for row in loaded.rows if row["system"] not in refused]
            if new and loaded.part is not None:
                self._content.parts[loaded.name] = loaded.part
                rows += [{**row, "part": loaded.name} for row in new]
        if rows:
            self._commit(runs=rows)
        report.seconds = time.perf_counter() - started
        return report

    def qrels(self, paths: Sequence[str | Path], request: Mapping[str, Any]) -> LoadReport:
        """Load judgements, and join the rankings of the collection with them."""
        started = time.perf_counter()
        files = _found([one for path in paths for one in qrels_paths(path)])
        if request.get("name") is not None and len(files) > 1:
            raise UsageError(f"`name` names one set, but there are {len(files)} files")
        report, rows = LoadReport("qrels set"), list[dict[str, Any]]()
        tasks = self._tasks(([file] for file in files), request, "qrels", {})
        for loaded in self._loaded(load_qrels_file, tasks):
            refused = _add(loaded.report, report)
            new = [row for row in loaded.rows if row["name"] not in refused]
            self._content.judgement |= {row["name"]: loaded.judgement[row["name"]] for row in new}
            rows += new
        if rows:
            self._judge([row["name"] for row in rows])
            self._commit(qrels=rows)
        report.seconds = time.perf_counter() - started
        return report

    @property
    def _content(self) -> Content:
        return self.manifest.content(self.collection)

    def _tasks(
        self,
        groups: Iterator[list[Path]],
        request: Mapping[str, Any],
        table: str,
        judgement: dict[str, File],
    ) -> list[LoadTask]:
        return [
            LoadTask(
                position,
                self.location.uri,
                self.collection,
                [str(path.absolute()) for path in group],
                dict(request),
                self.manifest.tables.get(table),
                judgement,
                self.memory_limit,
            )
            for position, group in enumerate(groups)
        ]

    def _loaded(self, function: TaskFunction, tasks: Sequence[LoadTask]) -> list[Any]:
        """What the tasks return, in the order of the files: the first with a name has it."""
        found: list[LoadedRuns | LoadedQrels] = [*self.engine.run(function, tasks, self.progress)]
        return sorted(found, key=lambda one: one.position)

    def _judge(self, names: Sequence[str]) -> None:
        """Join every part of the collection with new sets of judgements."""
        systems = self._systems()
        for name in names:
            tasks = [
                JudgeTask(
                    self.location.uri,
                    self.collection,
                    name,
                    part,
                    systems[part],
                    one.ranking,
                    self._content.judgement[name],
                    self.memory_limit,
                )
                for part, one in self._content.parts.items()
            ]
            for part, file in self.engine.run(judge, tasks, self.progress):
                self._content.parts[part].judged_ranking[name] = file

    def _systems(self) -> dict[str, list[str]]:
        """The systems of each part of the collection."""
        found: dict[str, list[str]] = {}
        if "run" in self.manifest.tables:
            with scratch_folder() as scratch, Store() as store:
                path = self.location.local(self.manifest.tables["run"], scratch)
                select = tables.files_select([path], collection=[self.collection])
                rows = store._connection.execute(f"select part, system from ({select})").fetchall()
            for part, system in rows:
                found.setdefault(part, []).append(system)
        return found

    def _commit(
        self, *, runs: Sequence[dict[str, Any]] = (), qrels: Sequence[dict[str, Any]] = ()
    ) -> None:
        """Write the small tables with what is new, and then the manifest."""
        with scratch_folder() as scratch, Store() as store, self.location.writing() as writing:
            connection, parts = store._connection, dict[int, str]()
            if self.manifest.tables:
                paths = {
                    name: self.location.local(file, scratch)
                    for name, file in self.manifest.tables.items()
                }
                tables.insert_names(connection, paths)
                parts = tables.parts_of(connection, paths["run"])
            collection_id = collection_id_of(connection, self.collection)
            parts = self._replace_runs(store, collection_id, runs, parts)
            for row in qrels:
                delete = "delete from qrels where collection_id = ? and name = ?"
                connection.execute(delete, [collection_id, row["name"]])
                tables.insert_qrels(connection, collection_id, **row)
            for one in self.manifest.collections.values():
                used = one.parts.keys() & set(parts.values())
                one.parts = {name: part for name, part in one.parts.items() if name in used}
            names = tables.NAMES if self.manifest.tables else tables.SMALL
            writer = tables.Writer(connection, self.location, writing)
            self.manifest.tables |= writer.small(parts, names)
            self.manifest.commit(self.location)

    def _replace_runs(
        self,
        store: Store,
        collection_id: int,
        rows: Sequence[dict[str, Any]],
        parts: dict[int, str],
    ) -> dict[int, str]:
        """Insert runs, instead of those of the same name; the part of every run then."""
        import pyarrow as pa

        columns = {name: pa.array([row[name] for row in rows], pa.string()) for name in RUN_COLUMNS}
        delete = f"""
            delete from run
            where collection_id = {collection_id} and system in (select system from incoming_rows)
            returning run_id
        """
        insert = f"""
            insert into run by name select *, {collection_id} as collection_id from incoming_rows
            returning run_id, system
        """
        incoming, part_of = pa.table(columns), {row["system"]: row["part"] for row in rows}
        gone = {run for (run,) in execute_on(store._connection, incoming, delete).fetchall()}
        new = execute_on(store._connection, incoming, insert).fetchall()
        remaining = {run: part for run, part in parts.items() if run not in gone}
        return remaining | {run: part_of[system] for run, system in new}


def _found(paths: Sequence[str | Path]) -> list[Path]:
    files = find_sources(paths)
    if STDIN in files:
        raise UsageError("workers have no standard input; name files that they can read")
    return files


def _sizes(files: Sequence[Path]) -> list[tuple[Path, int]]:
    return [(path, path.stat().st_size if path.is_file() else 0) for path in files]


def _bytes(files: Sequence[Path]) -> int:
    return sum(size for _, size in _sizes(files))


def _add(done: LoadReport, report: LoadReport) -> set[str]:
    """Add what a task did; the names that it loaded and another task had loaded before."""
    loaded, refused = report.names, set[str]()
    report.refused += done.refused
    for file in done.files:
        if file.name in loaded and file.outcome != "already loaded":
            refused.add(file.name)
            report.refused.append(
                ConflictError(
                    f"{file.source}: {file.name!r} was just loaded from {loaded[file.name]}; "
                    "load this one separately with a `name`"
                )
            )
        else:
            report.files.append(file)
    return refused
