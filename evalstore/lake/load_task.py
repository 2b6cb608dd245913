"""Tasks that bring files into a lake, by the loader of the store: its SQL, checks and messages.

A task writes complete Parquet files and says what is in them; the manifest makes them count.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import uuid4

import duckdb

from evalstore.database import execute_on
from evalstore.errors import EvalstoreError, FileProblems, Problem
from evalstore.lake import tables
from evalstore.lake.place import File, Place
from evalstore.lake.task import task_store
from evalstore.load.naming import RunRequest
from evalstore.load.numbering import collection_id_of
from evalstore.load.qrels import load_qrels
from evalstore.load.report import LoadReport
from evalstore.load.runs import load_runs
from evalstore.load.storing import insert_judged_rankings

RUN_COLUMNS = ("system", "tag", "run_group", "rank_rule", "source", "sha256", "metadata")


@dataclass(frozen=True)
class LoadTask:
    """Files of runs or judgements (`kind`), and what the lake has of the collection by now."""

    kind: str
    lake: str
    collection: str
    files: list[str]
    request: dict[str, Any]
    run: File | None
    qrels: File | None
    judgement: dict[str, File] = field(default_factory=dict)
    memory_limit: str | None = None

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, text: str) -> LoadTask:
        described = json.loads(text)
        for name in ("run", "qrels"):
            described[name] = described[name] and File(**described[name])
        judgements = described["judgement"].items()
        described["judgement"] = {name: File(**file) for name, file in judgements}
        return cls(**described)


@dataclass(frozen=True)
class MeetTask:
    """A part of a lake, to be joined with a new set of judgements."""

    lake: str
    collection: str
    qrels: str
    part: str
    systems: list[str]
    ranking: File
    judgement: File
    memory_limit: str | None = None

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, text: str) -> MeetTask:
        described = json.loads(text)
        for name in ("ranking", "judgement"):
            described[name] = File(**described[name])
        return cls(**described)


def load(text: str) -> bytes:
    """Load files into a store in memory, and write what is new to the lake."""
    task = LoadTask.of(text)
    place = Place(task.lake)
    with task_store(task.memory_limit) as (connection, scratch), place.writing() as writing:
        _fill_known(connection, task, place, scratch)
        writer = tables.Writer(connection, place, writing)
        known = {
            number
            for (number,) in connection.execute(
                f"select {task.kind}_id from {task.kind}"
            ).fetchall()
        }
        report = (
            _load_runs(connection, task) if task.kind == "run" else _load_qrels(connection, task)
        )
        written = _write_part if task.kind == "run" else _write_qrels
        return json.dumps({**_described(report), **written(connection, writer, known)}).encode()


def meet(text: str) -> bytes:
    """Join the rankings of a part with a set of judgements, and write what is judged."""
    task = MeetTask.of(text)
    place = Place(task.lake)
    with task_store(task.memory_limit) as (connection, scratch), place.writing() as writing:
        collection_id = collection_id_of(connection, task.collection)
        rows = [{"system": system, "rank_rule": "", "sha256": ""} for system in task.systems]
        runs = _insert_runs(connection, collection_id, rows)
        qrels_id = _insert_qrels(connection, collection_id, task.qrels, "")
        judgements = tables.files_select([place.local(task.judgement, scratch)])
        tables.insert_judgements(connection, collection_id, qrels_id, judgements)
        part = tables.files_select([place.local(task.ranking, scratch)], system=task.systems)
        tables.insert_rankings(connection, collection_id, part)
        insert_judged_rankings(connection, {})
        file = tables.Writer(connection, place, writing).judged(task.part, runs, qrels_id)
    return json.dumps({"part": task.part, "file": asdict(file)}).encode()


def _fill_known(
    connection: duckdb.DuckDBPyConnection, task: LoadTask, place: Place, scratch: Any
) -> None:
    """What is in the lake: a file that is there is not loaded again, a taken name is refused."""
    collection_id = collection_id_of(connection, task.collection)
    for name, file in (("run", task.run), ("qrels", task.qrels)):
        if file is not None and (name == "run" or task.kind == "qrels"):
            path = place.local(file, scratch)
            part = tables.files_select([path], collection=[task.collection])
            columns = (
                "* exclude (collection, part)" if name == "run" else "qrels as name, source, sha256"
            )
            connection.execute(
                f"insert into {name} by name select {columns}, {collection_id} as collection_id "
                f"from ({part})"
            )
    for qrels, file in task.judgement.items():
        number = _insert_qrels(connection, collection_id, qrels, "")
        part = tables.files_select([place.local(file, scratch)])
        tables.insert_judgements(connection, collection_id, number, part)


def _load_runs(connection: duckdb.DuckDBPyConnection, task: LoadTask) -> LoadReport:
    return load_runs(connection, task.files, RunRequest(task.collection, **task.request))


def _load_qrels(connection: duckdb.DuckDBPyConnection, task: LoadTask) -> LoadReport:
    try:
        return load_qrels(connection, task.files, collection=task.collection, **task.request)
    except EvalstoreError as error:
        return LoadReport("qrels set", refused=[error])


def _write_part(
    connection: duckdb.DuckDBPyConnection, writer: tables.Writer, known: set[int]
) -> dict[str, Any]:
    """The new runs as a part of the lake, and their rows of the table `run`."""
    columns = ("run_id", *RUN_COLUMNS)
    select = f"select {', '.join(columns)} from run order by system"
    rows = [dict(zip(columns, row, strict=True)) for row in connection.execute(select).fetchall()]
    new = [row for row in rows if row["run_id"] not in known]
    if not new:
        return {"new": [], "part": None}
    select = "select name, qrels_id from qrels"
    name, qrels = uuid4().hex, dict(connection.execute(select).fetchall())
    part = writer.part(name, [row.pop("run_id") for row in new], qrels)
    return {"new": new, "part": {"name": name, **asdict(part)}}


def _write_qrels(
    connection: duckdb.DuckDBPyConnection, writer: tables.Writer, known: set[int]
) -> dict[str, Any]:
    """The new sets of judgements, and their rows of the table `qrels`."""
    rows = connection.execute("select qrels_id, name, source, sha256 from qrels order by name")
    new = [
        {
            "qrels": name,
            "source": source,
            "sha256": sha256,
            "file": asdict(writer.judgements(number)),
        }
        for number, name, source, sha256 in rows.fetchall()
        if number not in known
    ]
    return {"new": new}


def _insert_runs(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[dict[str, Any]]
) -> list[int]:
    import pyarrow as pa

    insert = f"""
        insert into run by name select *, {collection_id} as collection_id from incoming_rows
        returning run_id
    """
    found = execute_on(connection, pa.Table.from_pylist(list(rows)), insert).fetchall()
    return [number for (number,) in found]


def _insert_qrels(
    connection: duckdb.DuckDBPyConnection, collection_id: int, name: str, sha256: str
) -> int:
    insert = "insert into qrels (collection_id, name, sha256) values (?, ?, ?) returning qrels_id"
    [[number]] = connection.execute(insert, [collection_id, name, sha256]).fetchall()
    return int(number)


def _described(report: LoadReport) -> dict[str, Any]:
    return {
        "files": [asdict(file) for file in report.files],
        "refused": [_refusal(error) for error in report.refused],
    }


def _refusal(error: EvalstoreError) -> dict[str, Any]:
    if isinstance(error, FileProblems):
        problems = [asdict(problem) for problem in error.problems]
        return {"source": error.source, "problems": problems, "total": error.total}
    return {"text": str(error), "exit_code": error.exit_code}


def refusal_of(described: dict[str, Any]) -> EvalstoreError:
    """The error that a task described."""
    if "source" in described:
        problems = [Problem(**problem) for problem in described["problems"]]
        return FileProblems(described["source"], problems, described["total"])
    return EvalstoreError(described["text"])
