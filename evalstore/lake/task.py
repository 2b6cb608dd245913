"""One task: a description in, an answer out, both as bytes; any engine can call it.

A task opens a store in memory for many systems, fills it from the Parquet files that its
description names, and asks the same composed query as a store on disk.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from evalstore.database import execute_on, only_value
from evalstore.errors import EvalstoreError
from evalstore.lake import tables
from evalstore.lake.place import File, Place
from evalstore.load.numbering import collection_id_of
from evalstore.measures.custom import custom_definitions
from evalstore.measures.grammar import parse
from evalstore.names import Named
from evalstore.scratch import scratch_folder
from evalstore.selection import Selection
from evalstore.store import Store

_SCORES = """select run.system, topic.name as topic, topic_value.measure, topic_value.value
from measures.topic_value
inner join run using (run_id)
inner join topic using (topic_id)"""

_READS_RANKINGS = re.compile(r"\b(?:from|join)\s+ranking\b")


@dataclass(frozen=True)
class TaskPart:
    """Some systems of a part of the lake, and its files."""

    systems: list[str]
    run_topic: File
    judged_ranking: File
    ranking: File

    @classmethod
    def of(cls, described: dict[str, Any]) -> TaskPart:
        files = ("run_topic", "judged_ranking", "ranking")
        return cls(described["systems"], *(File(**described[name]) for name in files))


@dataclass(frozen=True)
class ScoreTask:
    """The scores of some systems, on all judged topics or on a block of them.

    `custom`, `discount` and `gain` are rows of the tables of these names: user-defined measures
    and weights, whose Python functions the worker does not have.
    """

    lake: str
    collection: str
    documents: int | None
    qrels: str
    topics: list[str] | None
    measures: list[str]
    judgement: File
    parts: list[TaskPart]
    custom: list[list[Any]] = field(default_factory=list)
    discount: list[list[Any]] = field(default_factory=list)
    gain: list[list[Any]] = field(default_factory=list)
    memory_limit: str | None = None

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, text: str) -> ScoreTask:
        described = json.loads(text)
        described["judgement"] = File(**described["judgement"])
        described["parts"] = [TaskPart.of(part) for part in described["parts"]]
        return cls(**described)


@contextmanager
def task_store(memory_limit: str | None) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """A store in memory with one thread, which spills to a folder that is gone afterwards."""
    with scratch_folder() as scratch, Store(threads=1, memory_limit=memory_limit) as store:
        connection = store._connection
        connection.execute(f"set temp_directory = '{scratch}'")
        yield connection, scratch


def score(text: str) -> bytes:
    """The scores that a task asks for: system, topic, measure, value, as an Arrow stream."""
    task = ScoreTask.of(text)
    place = Place(task.lake)
    with task_store(task.memory_limit) as (connection, scratch):
        selection = _filled(connection, task, place, scratch)
        query = selection.sql(_SCORES)
        if _READS_RANKINGS.search(query):
            for part in task.parts:
                rows = _rows(task, part, place.local(part.ranking, scratch))
                tables.insert_rankings(connection, selection.collection.number, rows)
        return as_stream(connection.sql(query).to_arrow_table())


def _rows(task: ScoreTask, part: TaskPart, path: str) -> str:
    return tables.files_select([path], system=part.systems, topic=task.topics)


def _filled(
    connection: duckdb.DuckDBPyConnection, task: ScoreTask, place: Place, scratch: Path
) -> Selection:
    """Fill the store with what the task names, and select all of it."""
    collection = Named(collection_id_of(connection, task.collection), task.collection)
    connection.execute("update collection set documents = ?", [task.documents])
    insert = "insert into qrels (collection_id, name, sha256) values (?, ?, '') returning qrels_id"
    values = [collection.number, task.qrels]
    qrels = Named(only_value(connection.execute(insert, values)), task.qrels)
    insert = (
        "insert into run (collection_id, system, rank_rule, sha256) "
        "select ?, unnest(?::varchar[]), '', '' returning run_id, system"
    )
    systems = [system for part in task.parts for system in part.systems]
    rows = connection.execute(insert, [collection.number, systems]).fetchall()
    _insert_rows(connection, task)
    measures = [parse(name, custom_definitions(connection)) for name in task.measures]
    # The highest grade is that of all topics; otherwise a block needs its own judgements only.
    is_scaled = any("scale" in dict(one.definition.parameters) for one in measures)
    judged = None if is_scaled else task.topics
    judgements = tables.files_select([place.local(task.judgement, scratch)], topic=judged)
    tables.insert_judgements(connection, collection.number, qrels.number, judgements)
    for part in task.parts:
        answered = _rows(task, part, place.local(part.run_topic, scratch))
        tables.insert_run_topics(connection, collection.number, answered)
        seen = _rows(task, part, place.local(part.judged_ranking, scratch))
        tables.insert_judged(connection, collection.number, qrels.number, seen)
    runs = [Named(*row) for row in rows]
    topics = task.topics or []
    return Selection(connection, measures, collection, qrels, runs, topics, every_run=True)


def _insert_rows(connection: duckdb.DuckDBPyConnection, task: ScoreTask) -> None:
    """User-defined measures, discounts and gains."""
    shipped = {"custom_measure": task.custom, "discount": task.discount, "gain": task.gain}
    for table, rows in shipped.items():
        if rows:
            import pyarrow as pa

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


@dataclass(frozen=True)
class Answer:
    """What a task gave: its content, or the one line that says why not."""

    content: bytes = b""
    problem: str = ""


def answer(function: Callable[[str], bytes], text: str) -> Answer:
    """Call a task; an error of ours is part of the answer, any other one that of the engine."""
    try:
        return Answer(function(text))
    except EvalstoreError as error:
        return Answer(problem=str(error))
