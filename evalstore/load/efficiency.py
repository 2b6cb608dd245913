"""Loading efficiency: latency, throughput, sizes, times, energy; any named number of a run."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import duckdb

from evalstore.database import execute_on, transaction
from evalstore.errors import ConflictError
from evalstore.formats.lines import Reading
from evalstore.formats.quantities import (
    Quantity,
    header_quantities,
    read_quantities,
    record_quantities,
)
from evalstore.formats.texts import read_text
from evalstore.load.report import Loaded, LoadReport, Outcome
from evalstore.load.source import Source, find_sources, open_source
from evalstore.names import Named, find_collection, find_runs
from evalstore.nearest import suggestion
from evalstore.tables.records import table_records
from evalstore.views import statement

_COLUMNS = """
position integer, line integer, system varchar, topic varchar,
name varchar, value double, unit varchar
"""

# Nothing is deleted and inserted again unless its value has changed.
_DELETE = """
delete from efficiency using incoming_quantity
where
    is_changed
    and efficiency.run_id = incoming_quantity.run_id
    and efficiency.topic_id is not distinct from incoming_quantity.topic_id
    and efficiency.name = incoming_quantity.name
"""
_INSERT = """
insert into efficiency by name
select run_id, topic_id, name, value, unit
from incoming_quantity
where is_changed or not is_stored
"""
_INSERT_OF_HEADER = """
insert into efficiency by name
select
    $run_id as run_id,
    unnest($names::varchar[]) as name,
    unnest($values::double[]) as value,
    unnest($units::varchar[]) as unit
"""


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
    records = table_records(connection, source)
    if records is None:
        quantities = read_quantities(read_text(source, reading), reading)
    else:
        quantities = record_quantities(records, reading)
    rows = _staged(connection, quantities, collection)
    _check(connection, rows, collection, reading)
    changed = [row for row in rows if row["is_changed"]]
    new = [row for row in rows if not row["is_stored"]]
    if changed and not replace:
        raise ConflictError(
            f"{source.name}:{changed[0]['line']}: {_described(changed[0])} is already loaded "
            "with another value; use `replace=True`"
        )
    with transaction(connection):
        connection.execute(_DELETE)
        connection.execute(_INSERT)
    outcome: Outcome = "replaced" if changed else "loaded" if new else "already loaded"
    topics = len({row["topic"] for row in rows if row["topic"] is not None})
    return Loaded(source.name, collection.name, outcome, topics, len(changed) + len(new))


def _staged(
    connection: duckdb.DuckDBPyConnection, quantities: Sequence[Quantity], collection: Named
) -> list[dict[str, Any]]:
    """The rows of the table `incoming_quantity`, see sql/load/quantity."""
    import pyarrow as pa

    connection.execute(f"create or replace temp table incoming ({_COLUMNS})")
    if quantities:
        rows = [{"position": n, **asdict(one)} for n, one in enumerate(quantities)]
        insert = "insert into incoming by name from incoming_rows"
        execute_on(connection, pa.Table.from_pylist(rows), insert)
    create = f"create or replace temp table incoming_quantity as {statement('quantity')}"
    connection.execute(create, {"collection_id": collection.number})
    ordered = connection.sql("from incoming_quantity order by position").to_arrow_table()
    return list(ordered.to_pylist())


def _check(
    connection: duckdb.DuckDBPyConnection,
    rows: Sequence[Mapping[str, Any]],
    collection: Named,
    reading: Reading,
) -> None:
    """Refuse unknown systems and topics, repeated quantities, and a name with two units."""
    systems = [run.name for run in find_runs(connection, collection, [])]
    select = "select name from topic where collection_id = ?"
    topics = [name for (name,) in connection.execute(select, [collection.number]).fetchall()]
    for row in rows:
        system, topic, line = row["system"], row["topic"], row["line"]
        if row["run_id"] is None:
            reading.refuse(line, f"no system {system!r}{suggestion(system, systems)}")
        elif topic is not None and row["topic_id"] is None:
            reading.refuse(line, f"no topic {topic!r}{suggestion(topic, topics)}")
        elif row["repetition"] > 1:
            first = row["first_line"]
            reading.refuse(line, f"{_described(row)} is given twice, first on line {first}")
        elif row["unit"] != row["first_unit"]:
            other = row["first_unit"]
            reading.refuse(line, f"{_described(row)} has the unit {row['unit']}, but {other} above")
    reading.check()


def _described(row: Mapping[str, Any]) -> str:
    on_topic = "" if row["topic"] is None else f" on topic {row['topic']!r}"
    return f"{row['name']} of {row['system']!r}{on_topic}"


def insert_header_quantities(
    connection: duckdb.DuckDBPyConnection, run_id: int, metadata: Mapping[str, Any]
) -> None:
    """Insert the resources in a run's ir_metadata header, inside the run's transaction."""
    found = {name: (value, unit) for name, value, unit in header_quantities(metadata)}
    values, units = [value for value, _ in found.values()], [unit for _, unit in found.values()]
    parameters = {"run_id": run_id, "names": list(found), "values": values, "units": units}
    connection.execute(_INSERT_OF_HEADER, parameters)
