"""Loading efficiency: latency, throughput, sizes, times, energy; any named number of a run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from evalstore.database import execute_on, transaction
from evalstore.errors import ConflictError
from evalstore.load.lines import Reading
from evalstore.load.quantities import Quantity, header_quantities, read_quantities
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, find_sources, open_source
from evalstore.names import Named, find_collection, find_runs
from evalstore.nearest import suggestion

Key = tuple[int, str | None, str]


def load_efficiency(
    connection: duckdb.DuckDBPyConnection,
    path: str | Path,
    *,
    collection: str | None = None,
    replace: bool = False,
) -> LoadReport:
    """Load one file of named numbers; raises what is wrong with it, and stores nothing then."""
    started = time.perf_counter()
    report = LoadReport("efficiency file")
    found = find_collection(connection, collection)
    for file in find_sources([path]):
        with open_source(file) as source:
            report.files.append(_load(connection, source, found, replace))
    report.seconds = time.perf_counter() - started
    return report


def _load(
    connection: duckdb.DuckDBPyConnection, source: Source, collection: Named, replace: bool
) -> Loaded:
    reading = Reading(source.name)
    quantities = _read(source, reading)
    runs = {run.name: run.number for run in find_runs(connection, collection, [])}
    _check_names(quantities, runs, _known_topics(connection, collection), reading)
    reading.check()
    given = {(runs[one.system], one.topic, one.name): one for one in quantities}
    stored = _stored(connection, {key[0] for key in given})
    new = [key for key in given if key not in stored]
    changed = [
        key for key, one in given.items() if key in stored and stored[key] != (one.value, one.unit)
    ]
    if changed and not replace:
        one = given[changed[0]]
        raise ConflictError(
            f"{source.name}:{one.line}: {_described(one)} is already loaded with another value; "
            "use --replace"
        )
    _store(connection, changed, [(key, given[key]) for key in (*changed, *new)])
    outcome = "replaced" if changed else "loaded" if new else "already there"
    topics = len({one.topic for one in quantities if one.topic is not None})
    return Loaded(source.name, collection.name, outcome, topics, len(changed) + len(new))


def _read(source: Source, reading: Reading) -> list[Quantity]:
    try:
        with source.open() as stream:
            text = stream.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        reading.refuse(None, "not UTF-8 text; convert the file with iconv first")
        reading.check()
        return []
    return read_quantities(text, reading)


def _known_topics(connection: duckdb.DuckDBPyConnection, collection: Named) -> set[str]:
    select = "select name from topic where collection_id = ?"
    return {row[0] for row in connection.execute(select, [collection.number]).fetchall()}


def _check_names(
    quantities: Sequence[Quantity], runs: Mapping[str, int], topics: set[str], reading: Reading
) -> None:
    """Refuse unknown systems and topics, and what is given twice."""
    seen: dict[tuple[str, str | None, str], int] = {}
    units: dict[tuple[str, str], str | None] = {}
    for one in quantities:
        key = one.system, one.topic, one.name
        if one.system not in runs:
            reading.refuse(one.line, f"no system {one.system!r}{suggestion(one.system, runs)}")
        elif one.topic is not None and one.topic not in topics:
            reading.refuse(one.line, f"no topic {one.topic!r}{suggestion(one.topic, topics)}")
        elif key in seen:
            reading.refuse(one.line, f"{_described(one)} is given twice, first in line {seen[key]}")
        elif units.setdefault((one.system, one.name), one.unit) != one.unit:
            other = units[one.system, one.name]
            reading.refuse(one.line, f"{_described(one)} is in {one.unit}, but above in {other}")
        seen.setdefault(key, one.line)


def _described(one: Quantity) -> str:
    on_topic = "" if one.topic is None else f" on topic {one.topic!r}"
    return f"{one.name} of {one.system!r}{on_topic}"


def _stored(
    connection: duckdb.DuckDBPyConnection, runs: Iterable[int]
) -> dict[Key, tuple[float, str | None]]:
    listed = ", ".join(str(run) for run in sorted(runs)) or "-1"
    rows = connection.execute(
        f"""
        select run_id, topic.name, efficiency.name, value, unit
        from efficiency left join topic using (topic_id)
        where run_id in ({listed})
        """
    ).fetchall()
    return {(run, topic, name): (value, unit) for run, topic, name, value, unit in rows}


def _store(
    connection: duckdb.DuckDBPyConnection,
    replaced: Sequence[Key],
    quantities: Sequence[tuple[Key, Quantity]],
) -> None:
    with transaction(connection):
        for key in replaced:
            connection.execute(
                """
                delete from efficiency
                using (select run_id, collection_id from run) as run
                where efficiency.run_id = run.run_id and run.run_id = $1 and efficiency.name = $3
                    and efficiency.topic_id is not distinct from (
                        select topic_id from topic
                        where topic.collection_id = run.collection_id and topic.name = $2
                    )
                """,
                list(key),
            )
        _insert(connection, [(*key, one.value, one.unit) for key, one in quantities])


def _insert(connection: duckdb.DuckDBPyConnection, rows: Sequence[tuple[Any, ...]]) -> None:
    import pyarrow as pa

    if not rows:
        return
    types = (pa.int32(), pa.string(), pa.string(), pa.float64(), pa.string())
    names = ["run_id", "topic", "name", "value", "unit"]
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, type=kind) for column, kind in zip(columns, types, strict=True)]
    table = pa.Table.from_arrays(arrays, names=names)
    execute_on(
        connection,
        table,
        """
        insert into efficiency by name
        select run_id, topic.topic_id, incoming_rows.name, value, unit
        from incoming_rows
        inner join run using (run_id)
        left join topic
            on incoming_rows.topic = topic.name and run.collection_id = topic.collection_id
        """,
    )


def insert_header_quantities(
    connection: duckdb.DuckDBPyConnection, run_id: int, metadata: Mapping[str, Any]
) -> None:
    """Insert the resources in a run's ir_metadata header, inside the run's transaction."""
    rows = [(run_id, None, *found) for found in header_quantities(metadata)]
    _insert(connection, list({row[2]: row for row in rows}.values()))
