"""One task: the names of files in, scores out; any engine can call it.

A task opens a store in memory for many systems, fills it from the Parquet files that it names,
and asks the same composed query as a store on disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from evalstore.database import execute_on
from evalstore.lake import tables
from evalstore.lake.location import File, Location
from evalstore.lake.manifest import Part
from evalstore.load.storing import collection_id_of
from evalstore.measures.custom import custom_definitions
from evalstore.measures.grammar import parse
from evalstore.names import Named
from evalstore.scratch import scratch_folder
from evalstore.selection import Selection
from evalstore.store import temporary_store

_SCORES = """select run.system, topic.name as topic, topic_value.measure, topic_value.value
from measures.topic_value
inner join run using (run_id)
inner join topic using (topic_id)"""

# Anywhere but in a comment: a user-defined measure need not write `from ranking`, as ours do.
_READS_RANKINGS = re.compile(r"^(?:(?!--).)*\branking\b", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class ScoreTask:
    """The scores of some systems, on all judged topics or on a block of them.

    `parts` are parts of the lake, each with the systems that are wanted of it. `rows` has rows of
    `custom_measure`, `discount` and `gain`: user-defined measures and weights, whose Python
    functions the worker does not have. `tables` are small tables of the lake, which only
    user-defined measures can read.
    """

    lake: str
    collection: str
    documents: int | None
    qrels: str
    topics: list[str] | None
    measures: list[str]
    judgement: File
    parts: list[tuple[list[str], Part]]
    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    tables: dict[str, File] = field(default_factory=dict)
    memory_limit: str | None = None


@contextmanager
def task_store(memory_limit: str | None) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """The connection of a store in memory with one thread, and a folder for copies of files."""
    with (
        scratch_folder() as scratch,
        temporary_store(memory_limit=memory_limit, threads=1) as store,
    ):
        yield store._connection, scratch


def score(task: ScoreTask) -> bytes:
    """The scores that a task asks for: system, topic, measure, value, as an Arrow stream."""
    location = Location(task.lake)
    with task_store(task.memory_limit) as (connection, scratch):
        selection = _filled(connection, task, location, scratch)
        query = selection.sql(_SCORES)
        if _READS_RANKINGS.search(query):
            for systems, part in task.parts:
                rows = _rows(task, systems, location.local(part.ranking, scratch))
                tables.insert_rankings(connection, selection.collection.number, rows)
        return as_stream(connection.sql(query).to_arrow_table())


def _rows(task: ScoreTask, systems: list[str], path: str) -> str:
    return tables.files_select([path], system=systems, topic=task.topics)


def _filled(
    connection: duckdb.DuckDBPyConnection, task: ScoreTask, location: Location, scratch: Path
) -> Selection:
    """Fill the store with what the task names, and select all of it."""
    collection = Named(collection_id_of(connection, task.collection), task.collection)
    connection.execute("update collection set documents = ?", [task.documents])
    qrels = Named(tables.insert_qrels(connection, collection.number, task.qrels), task.qrels)
    every_system = [system for systems, _ in task.parts for system in systems]
    numbers = tables.insert_systems(connection, collection.number, every_system)
    _insert_rows(connection, task)
    measures = [parse(name, custom_definitions(connection)) for name in task.measures]
    # The highest grade is that of all topics; otherwise a block needs its own judgements only.
    is_scaled = any("scale" in dict(one.definition.parameters) for one in measures)
    judged = None if is_scaled else task.topics
    judgements = tables.files_select([location.local(task.judgement, scratch)], topic=judged)
    tables.insert_judgements(connection, collection.number, qrels.number, judgements)
    for systems, part in task.parts:
        answered = _rows(task, systems, location.local(part.run_topic, scratch))
        tables.insert_run_topics(connection, collection.number, answered)
        path = location.local(part.judged_ranking[task.qrels], scratch)
        judged_rows = _rows(task, systems, path)
        tables.insert_judged(connection, collection.number, qrels.number, judged_rows)
    for name, file in task.tables.items():
        path = location.local(file, scratch)
        described = tables.files_select([path], collection=[task.collection])
        tables.DESCRIPTIONS[name](connection, collection.number, described)
    runs = [Named(number, system) for system, number in numbers.items()]
    topics = task.topics or []
    return Selection(connection, measures, collection, qrels, runs, topics, every_run=True)


def _insert_rows(connection: duckdb.DuckDBPyConnection, task: ScoreTask) -> None:
    """User-defined measures, discounts and gains."""
    import pyarrow as pa

    for table, rows in task.rows.items():
        columns = [pa.array(list(column)) for column in zip(*rows, strict=True)]
        incoming = pa.table(columns, names=[f"c{number}" for number in range(len(columns))])
        execute_on(connection, incoming, f"insert into {table} from incoming_rows")


def as_stream(table: Any) -> bytes:
    """An Arrow table as bytes, compressed: names repeat."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def from_stream(content: bytes) -> Any:
    import pyarrow as pa

    with pa.ipc.open_stream(content) as reader:
        return reader.read_all()
