"""A store as a lake."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from uuid import uuid4

import duckdb

from evalstore.errors import ConflictError, DataError
from evalstore.lake.location import Location
from evalstore.lake.manifest import Manifest, read_manifest
from evalstore.lake.planning import ROWS_PER_TASK, grouped
from evalstore.lake.tables import Writer

_RUNS = """
select collection.name, run.run_id, coalesce(sum(run_topic.documents), 0)
from run
inner join collection using (collection_id)
left join run_topic using (run_id)
group by run.run_id, collection.name, run.system
order by collection.name, run.system
"""
_QRELS = """
select collection.name, qrels.name, qrels.qrels_id
from qrels inner join collection using (collection_id)
order by all
"""
_SCORED = "select count(*) from custom_value where name not in (select name from custom_measure)"


def export_lake(
    connection: duckdb.DuckDBPyConnection, uri: str, rows_per_part: int = ROWS_PER_TASK
) -> Manifest:
    """Write all that a store has to a location where no lake is."""
    location = Location.at(uri)
    if read_manifest(location) is not None:
        raise ConflictError(f"a lake exists at {uri}; name another folder, or delete it")
    if connection.execute(_SCORED).fetchall() != [(0,)]:
        raise DataError("the store has runs that were saved from a lake, without their rankings")
    manifest = Manifest()
    with location.writing() as scratch:
        writer = Writer(connection, location, scratch)
        qrels: dict[str, dict[str, int]] = {}
        for collection, name, number in connection.execute(_QRELS).fetchall():
            qrels.setdefault(collection, {})[name] = number
            manifest.content(collection).judgement[name] = writer.judgements(number)
        parts: dict[int, str] = {}
        for collection, runs in _groups(connection, rows_per_part):
            name = uuid4().hex
            part = writer.part(name, runs, qrels.get(collection, {}))
            manifest.content(collection).parts[name] = part
            parts |= dict.fromkeys(runs, name)
        manifest.tables = writer.small(parts)
        manifest.commit(location)
    return manifest


def _groups(
    connection: duckdb.DuckDBPyConnection, rows_per_part: int
) -> Iterator[tuple[str, list[int]]]:
    """The runs of each collection in the order of their names, so many rows together."""
    rows = connection.execute(_RUNS).fetchall()
    for collection, runs in groupby(rows, itemgetter(0)):
        for group in grouped([(run, size) for _, run, size in runs], rows_per_part):
            yield collection, group
