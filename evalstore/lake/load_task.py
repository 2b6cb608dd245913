"""Tasks that bring files into a lake, by the loader of the store: its SQL, checks and messages.

A task writes complete Parquet files and returns what is in them; the manifest makes them count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb

from evalstore.database import only_value
from evalstore.errors import EvalstoreError
from evalstore.lake import tables
from evalstore.lake.location import File, Location
from evalstore.lake.manifest import Part
from evalstore.lake.task import task_store
from evalstore.load.naming import RunRequest
from evalstore.load.qrels import load_qrels
from evalstore.load.report import LoadReport
from evalstore.load.runs import load_runs
from evalstore.load.storing import collection_id_of, insert_judged_rankings

RUN_COLUMNS = ("system", "tag", "run_group", "rank_rule", "source", "sha256", "metadata")


@dataclass(frozen=True)
class LoadTask:
    """Files of runs or judgements, and what the lake has of the collection by now.

    `known` is its table `run` or `qrels`: a file that is there is not loaded again, a taken name
    is refused.
    """

    position: int
    lake: str
    collection: str
    files: list[str]
    request: dict[str, Any]
    known: File | None
    judgement: dict[str, File] = field(default_factory=dict)
    memory_limit: str | None = None


@dataclass(frozen=True)
class LoadedRuns:
    """The new rows of `run`, and the part with their rankings."""

    position: int
    report: LoadReport
    rows: list[dict[str, Any]]
    name: str
    part: Part | None


@dataclass(frozen=True)
class LoadedQrels:
    """The new rows of `qrels` (name, source, sha256), and the judgements of each."""

    position: int
    report: LoadReport
    rows: list[dict[str, Any]]
    judgement: dict[str, File]


@dataclass(frozen=True)
class JudgeTask:
    """A part of a lake to be joined with a new set of judgements."""

    lake: str
    collection: str
    qrels: str
    part: str
    systems: list[str]
    ranking: File
    judgement: File
    memory_limit: str | None = None


def load_run_files(task: LoadTask) -> LoadedRuns:
    """Load runs into a store in memory, and write those that are new as a part of the lake."""
    location = Location(task.lake)
    with task_store(task.memory_limit) as (connection, scratch), location.writing() as writing:
        last = _insert_known(connection, task, "run", "* exclude (collection, part)", scratch)
        for qrels, file in task.judgement.items():
            _insert_judgements(connection, task.collection, qrels, location.local(file, scratch))
        report = load_runs(connection, task.files, RunRequest(task.collection, **task.request))
        new = _rows(connection, f"select run_id, {', '.join(RUN_COLUMNS)} from run", last)
        if not new:
            return LoadedRuns(task.position, report, [], "", None)
        sets = {row["name"]: row["qrels_id"] for row in _rows(connection, "select * from qrels")}
        name, runs = uuid4().hex, [row.pop("run_id") for row in new]
        part = tables.Writer(connection, location, writing).part(name, runs, sets)
        return LoadedRuns(task.position, report, new, name, part)


def load_qrels_file(task: LoadTask) -> LoadedQrels:
    """Load judgements into a store in memory, and write the sets that are new to the lake."""
    location = Location(task.lake)
    with task_store(task.memory_limit) as (connection, scratch), location.writing() as writing:
        last = _insert_known(connection, task, "qrels", "qrels as name, source, sha256", scratch)
        try:
            report = load_qrels(connection, task.files, collection=task.collection, **task.request)
        except EvalstoreError as error:
            report = LoadReport("qrels set", refused=[error])
        new = _rows(connection, "select qrels_id, name, source, sha256 from qrels", last)
        writer = tables.Writer(connection, location, writing)
        judgement = {row["name"]: writer.judgements(row.pop("qrels_id")) for row in new}
        return LoadedQrels(task.position, report, new, judgement)


def judge(task: JudgeTask) -> tuple[str, File]:
    """Join the rankings of a part with judgements, and write what is judged; the part's name."""
    location = Location(task.lake)
    with task_store(task.memory_limit) as (connection, scratch), location.writing() as writing:
        path = location.local(task.judgement, scratch)
        qrels_id = _insert_judgements(connection, task.collection, task.qrels, path)
        collection_id = collection_id_of(connection, task.collection)
        runs = tables.insert_systems(connection, collection_id, task.systems)
        part = tables.files_select([location.local(task.ranking, scratch)], system=task.systems)
        tables.insert_rankings(connection, collection_id, part)
        insert_judged_rankings(connection, {})
        writer = tables.Writer(connection, location, writing)
        return task.part, writer.judged(task.part, list(runs.values()), qrels_id)


def _insert_known(
    connection: duckdb.DuckDBPyConnection, task: LoadTask, table: str, columns: str, scratch: Path
) -> int:
    """Insert what the lake has; the last number of it."""
    collection_id = collection_id_of(connection, task.collection)
    if task.known is not None:
        path = Location(task.lake).local(task.known, scratch)
        part = tables.files_select([path], collection=[task.collection])
        connection.execute(
            f"insert into {table} by name "
            f"select {columns}, {collection_id} as collection_id from ({part})"
        )
    last = only_value(connection.execute(f"select max({table}_id) from {table}"))
    return int(last or 0)


def _insert_judgements(
    connection: duckdb.DuckDBPyConnection, collection: str, qrels: str, path: str
) -> int:
    collection_id = collection_id_of(connection, collection)
    qrels_id = tables.insert_qrels(connection, collection_id, qrels)
    tables.insert_judgements(connection, collection_id, qrels_id, tables.files_select([path]))
    return qrels_id


def _rows(
    connection: duckdb.DuckDBPyConnection, select: str, after: int = 0
) -> list[dict[str, Any]]:
    """The rows whose number, the first column, is above that one."""
    found = connection.execute(f"select * from ({select}) order by 1")
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall() if row[0] > after]
