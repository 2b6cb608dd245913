"""Loading efficiency: latency, throughput, sizes, times, energy; any named number of a run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.errors import ConflictError
from evalstore.load.lines import Reading
from evalstore.load.quantities import Quantity, header_quantities, read_quantities
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, find_sources, open_source
from evalstore.names import Named, find_collection, find_runs
from evalstore.nearest import suggestion
from evalstore.rows import execute_on
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb

Key = tuple[int, str | None, str]


def load_efficiency(
    connection: duckdb.DuckDBPyConnection,
    path: str | Path,
    *,
    collection: str | None = None,
    replace: bool = False,
) -> LoadReport:
    """Load one file of named numbers; raises what is wrong with it, and keeps nothing then."""
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
    held = _held(connection, {key[0] for key in given})
    new = [key for key in given if key not in held]
    changed = [
        key for key, one in given.items() if key in held and held[key] != (one.value, one.unit)
    ]
    if changed and not replace:
        one = given[changed[0]]
        raise ConflictError(
            f"{source.name}:{one.line}: {_described(one)} is already loaded with another value; "
            "use --replace"
        )
    _keep(connection, changed, [(key, given[key]) for key in (*changed, *new)])
    outcome = "replaced" if changed else "loaded" if new else "already there"
    topics = len({one.topic for one in quantities if one.topic is not None})
    return Loaded(source.name, collection.name, outcome, topics, len(changed) + len(new))


def _read(source: Source, reading: Reading) -> list[Quantity]:
    try:
        text = source.path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        reading.refuse(None, "not UTF-8 text; convert the file with iconv first")
        reading.check()
        return []
    return read_quantities(text, reading)


def _known_topics(connection: duckdb.DuckDBPyConnection, collection: Named) -> set[str]:
    rows = connection.execute(
        """
        select topic from retrieved inner join run using (run_id) where collection_id = $1
        union
        select topic from grade_count inner join qrels using (qrels_id) where collection_id = $1
        """,
        [collection.number],
    ).fetchall()
    return {row[0] for row in rows}


def _check_names(
    quantities: Sequence[Quantity], runs: Mapping[str, int], topics: set[str], reading: Reading
) -> None:
    """Refuse systems and topics that are not there, and what is said twice."""
    seen: dict[tuple[str, str | None, str], int] = {}
    units: dict[tuple[str, str], str | None] = {}
    for one in quantities:
        key = one.system, one.topic, one.name
        if one.system not in runs:
            reading.refuse(one.line, f"no system {one.system!r}{suggestion(one.system, runs)}")
        elif one.topic is not None and one.topic not in topics:
            reading.refuse(one.line, f"no topic {one.topic!r}{suggestion(one.topic, topics)}")
        elif key in seen:
            reading.refuse(one.line, f"{_described(one)} is told twice, first in line {seen[key]}")
        elif units.setdefault((one.system, one.name), one.unit) != one.unit:
            other = units[one.system, one.name]
            reading.refuse(one.line, f"{_described(one)} is in {one.unit}, but above in {other}")
        seen.setdefault(key, one.line)


def _described(one: Quantity) -> str:
    on_topic = "" if one.topic is None else f" on topic {one.topic!r}"
    return f"{one.name} of {one.system!r}{on_topic}"


def _held(
    connection: duckdb.DuckDBPyConnection, runs: Iterable[int]
) -> dict[Key, tuple[float, str | None]]:
    listed = ", ".join(str(run) for run in sorted(runs)) or "-1"
    rows = connection.execute(
        f"select run_id, topic, name, value, unit from efficiency where run_id in ({listed})"
    ).fetchall()
    return {(run, topic, name): (value, unit) for run, topic, name, value, unit in rows}


def _keep(
    connection: duckdb.DuckDBPyConnection,
    replaced: Sequence[Key],
    kept: Sequence[tuple[Key, Quantity]],
) -> None:
    with transaction(connection):
        for key in replaced:
            connection.execute(
                """
                delete from efficiency
                where run_id = ? and topic is not distinct from ? and name = ?
                """,
                list(key),
            )
        _insert(connection, [(*key, one.value, one.unit) for key, one in kept])


def _insert(connection: duckdb.DuckDBPyConnection, rows: Sequence[tuple[Any, ...]]) -> None:
    import pyarrow as pa

    if not rows:
        return
    types = (pa.int32(), pa.string(), pa.string(), pa.float64(), pa.string())
    names = ["run_id", "topic", "name", "value", "unit"]
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, type=kind) for column, kind in zip(columns, types, strict=True)]
    table = pa.Table.from_arrays(arrays, names=names)
    execute_on(connection, table, "insert into efficiency from incoming_rows")


def keep_header_numbers(
    connection: duckdb.DuckDBPyConnection, run_id: int, metadata: Mapping[str, Any]
) -> None:
    """Keep what a run's ir_metadata header tells of its resources, inside the run's transaction."""
    rows = [(run_id, None, *found) for found in header_quantities(metadata)]
    _insert(connection, list({row[2]: row for row in rows}.values()))
