"""Files into a lake, by tasks of an engine; the manifest is written when all of them are done."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.database import execute_on
from evalstore.errors import ConflictError, EvalstoreError, UsageError
from evalstore.lake import tables
from evalstore.lake.engine import Engine, Progress
from evalstore.lake.load_task import RUN_COLUMNS, LoadTask, MeetTask, load, meet, refusal_of
from evalstore.lake.manifest import Manifest, Part, read_manifest
from evalstore.lake.place import File, Place
from evalstore.load.naming import RunRequest, check_one_name
from evalstore.load.numbering import collection_id_of
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.runs import BATCH_BYTES
from evalstore.load.source import STDIN, find_sources
from evalstore.scratch import scratch_folder
from evalstore.store import Store
from evalstore.tables.folders import qrels_paths, without_summaries

_REPORTED = {"run": "run", "qrels": "qrels set"}


@dataclass
class Loading:
    """One load into a collection of a lake."""

    place: Place
    engine: Engine
    collection: str = "default"
    memory_limit: str | None = None
    progress: Progress | None = None
    manifest: Manifest = field(init=False)

    def __post_init__(self) -> None:
        self.manifest = read_manifest(self.place) or Manifest()

    def runs(self, paths: Sequence[str | Path], request: Mapping[str, Any]) -> LoadReport:
        """Load run files; those that are refused are in the report, and leave nothing."""
        checked = RunRequest(self.collection, **request)
        checked.check()
        files = without_summaries(_found(paths))
        check_one_name(checked, files)
        started = time.perf_counter()
        report, new = LoadReport("run"), list[dict[str, Any]]()
        for answer in self._answers("run", files, request):
            accepted = _accepted(answer, report)
            if accepted:
                described = answer["part"]
                judged = {name: File(**file) for name, file in described["judged_ranking"].items()}
                part = Part(File(**described["run_topic"]), File(**described["ranking"]), judged)
                self._content.parts[described["name"]] = part
                new += [{**row, "part": described["name"]} for row in accepted]
        if new:
            self._commit(runs=new)
        report.seconds = time.perf_counter() - started
        return report

    def qrels(self, paths: Sequence[str | Path], request: Mapping[str, Any]) -> LoadReport:
        """Load judgements, and join the rankings of the collection with them."""
        started = time.perf_counter()
        report, new = LoadReport("qrels set"), list[dict[str, Any]]()
        files = _found([one for path in paths for one in qrels_paths(path)])
        if request.get("name") is not None and len(files) > 1:
            raise UsageError(f"`name` names one set, but there are {len(files)} files")
        for answer in self._answers("qrels", files, request):
            new += _accepted(answer, report)
        for row in new:
            self._content.judgement[row["qrels"]] = File(**row.pop("file"))
        self._meet([row["qrels"] for row in new])
        if new:
            self._commit(qrels=new)
        report.seconds = time.perf_counter() - started
        return report

    @property
    def _content(self) -> Any:
        return self.manifest.content(self.collection)

    def _answers(
        self, kind: str, files: Sequence[Path], request: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """What the tasks say, in the order of the files."""
        tasks = [
            LoadTask(
                kind,
                self.place.uri,
                self.collection,
                [str(path.absolute()) for path in group],
                dict(request),
                self.manifest.tables.get("run"),
                self.manifest.tables.get("qrels"),
                self._content.judgement if kind == "run" else {},
                self.memory_limit,
            ).text()
            for group in _groups(files, self.engine.slots, kind == "qrels")
        ]
        answers = [json.loads(one) for one in self.engine.run(load, tasks, self.progress)]
        position = {str(path.absolute()): number for number, path in enumerate(files)}
        return sorted(
            answers, key=lambda one: min(map(_position(position), _sources(one)), default=0)
        )

    def _meet(self, names: Sequence[str]) -> None:
        """Join every part of the collection with new sets of judgements."""
        with scratch_folder() as scratch:
            systems = self._systems(scratch)
        for name in names:
            tasks = [
                MeetTask(
                    self.place.uri,
                    self.collection,
                    name,
                    part,
                    systems[part],
                    one.ranking,
                    self._content.judgement[name],
                    self.memory_limit,
                ).text()
                for part, one in self._content.parts.items()
            ]
            for answer in self.engine.run(meet, tasks, self.progress):
                met = json.loads(answer)
                self._content.parts[met["part"]].judged_ranking[name] = File(**met["file"])

    def _systems(self, scratch: Path) -> dict[str, list[str]]:
        """The systems of each part of the collection."""
        found: dict[str, list[str]] = {}
        if "run" in self.manifest.tables:
            path = self.place.local(self.manifest.tables["run"], scratch)
            select = tables.files_select([path], collection=[self.collection])
            with Store() as store:
                rows = store._connection.execute(f"select part, system from ({select})").fetchall()
            for part, system in rows:
                found.setdefault(part, []).append(system)
        return found

    def _commit(
        self, *, runs: Sequence[dict[str, Any]] = (), qrels: Sequence[dict[str, Any]] = ()
    ) -> None:
        """Write the small tables with what is new, and then the manifest."""
        with scratch_folder() as scratch, Store() as store, self.place.writing() as writing:
            connection, parts = store._connection, dict[int, str]()
            if self.manifest.tables:
                paths = {
                    name: self.place.local(file, scratch)
                    for name, file in self.manifest.tables.items()
                }
                tables.insert_names(connection, paths)
            collection_id = collection_id_of(connection, self.collection)
            for table, name, rows in (("run", "system", runs), ("qrels", "qrels", qrels)):
                for row in rows:
                    key = "system" if table == "run" else "name"
                    delete = f"delete from {table} where collection_id = ? and {key} = ?"
                    connection.execute(delete, [collection_id, row[name]])
            if self.manifest.tables:
                parts = tables.parts_of(connection, paths["run"])
            if runs:
                parts |= self._insert_runs(store, collection_id, runs)
            for row in qrels:
                insert = (
                    "insert into qrels (collection_id, name, source, sha256) values (?, ?, ?, ?)"
                )
                values = [collection_id, row["qrels"], row["source"], row["sha256"]]
                connection.execute(insert, values)
            self._forget_unused(parts)
            wanted = tables.NAMES if self.manifest.tables else tables.SMALL
            self.manifest.tables |= tables.Writer(connection, self.place, writing).small(
                parts, wanted
            )
            self.manifest.commit(self.place)

    def _insert_runs(
        self, store: Store, collection_id: int, rows: Sequence[dict[str, Any]]
    ) -> dict[int, str]:
        import pyarrow as pa

        columns = {name: pa.array([row[name] for row in rows], pa.string()) for name in RUN_COLUMNS}
        insert = f"""
            insert into run by name select *, {collection_id} as collection_id from incoming_rows
            returning run_id, system
        """
        parts = {row["system"]: row["part"] for row in rows}
        found = execute_on(store._connection, pa.table(columns), insert).fetchall()
        return {number: parts[system] for number, system in found}

    def _forget_unused(self, parts: Mapping[int, str]) -> None:
        """Leave out parts whose runs were all replaced."""
        used = set(parts.values())
        for one in self.manifest.collections.values():
            one.parts = {name: part for name, part in one.parts.items() if name in used}


def _found(paths: Sequence[str | Path]) -> list[Path]:
    files = find_sources(paths)
    if STDIN in files:
        raise UsageError("workers have no standard input; name files that they can read")
    return files


def _groups(files: Sequence[Path], slots: int, is_single: bool) -> Iterator[list[Path]]:
    """Files for one task each: about as many bytes as a load ranks at once, or fewer."""
    sizes = [path.stat().st_size if path.is_file() else 0 for path in files]
    limit = 0 if is_single else min(BATCH_BYTES, sum(sizes) // slots)
    group: list[Path] = []
    total = 0
    for path, size in zip(files, sizes, strict=True):
        if group and total + size > limit:
            yield group
            group, total = [], 0
        group.append(path)
        total += size
    if group:
        yield group


def _sources(answer: dict[str, Any]) -> list[str]:
    refused = [one.get("source", "") for one in answer["refused"]]
    return [*(file["source"] for file in answer["files"]), *refused]


def _position(positions: Mapping[str, int]) -> Any:
    return lambda source: positions.get(source, len(positions))


def _accepted(answer: dict[str, Any], report: LoadReport) -> list[dict[str, Any]]:
    """Add what a task did to the report; of two files with a name, the first one has it."""
    loaded, refused = report.names, list[EvalstoreError](map(refusal_of, answer["refused"]))
    taken: set[str] = set()
    for described in answer["files"]:
        file = Loaded(**described)
        if file.name in loaded and file.outcome != "already loaded":
            taken.add(file.name)
            refused.append(
                ConflictError(
                    f"{file.source}: {file.name!r} was just loaded from {loaded[file.name]}; "
                    "load this one separately with a `name`"
                )
            )
        else:
            report.files.append(file)
    report.refused += refused
    return [row for row in answer["new"] if (row.get("system") or row.get("qrels")) not in taken]
