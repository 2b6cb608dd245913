"""Loading the texts of topics."""

from __future__ import annotations

import json
import time
from pathlib import Path

import duckdb

from evalstore.database import execute_on, transaction
from evalstore.errors import ConflictError
from evalstore.formats.topics import Topic, read_topics, record_topics
from evalstore.load.report import Loaded, LoadReport, Outcome
from evalstore.load.source import Source, find_sources, open_source
from evalstore.load.storing import collection_id_of, number_topics
from evalstore.tables.datasets import dataset_topics, is_dataset
from evalstore.tables.folders import topics_path
from evalstore.tables.records import table_records


def load_topics(
    connection: duckdb.DuckDBPyConnection,
    path: str | Path,
    *,
    collection: str,
    replace: bool = False,
) -> LoadReport:
    """Load one topic file; raises what is wrong with it."""
    started = time.perf_counter()
    report = LoadReport("topic file")
    if is_dataset(path):
        topics = dataset_topics(str(path))
        report.files.append(_store(connection, topics, str(path), collection, replace))
        return report
    for found in find_sources([topics_path(path)]):
        with open_source(found) as source:
            report.files.append(_load(connection, source, collection, replace))
    report.seconds = time.perf_counter() - started
    return report


def _load(
    connection: duckdb.DuckDBPyConnection, source: Source, collection: str, replace: bool
) -> Loaded:
    records = table_records(connection, source)
    topics = read_topics(source) if records is None else record_topics(records, source.name)
    return _store(connection, topics, source.name, collection, replace)


def _store(
    connection: duckdb.DuckDBPyConnection,
    topics: list[Topic],
    source: str,
    collection: str,
    replace: bool,
) -> Loaded:
    _stage(connection, topics)
    with transaction(connection):
        collection_id = collection_id_of(connection, collection)
        number_topics(connection, collection_id)
        changed = connection.execute(_CHANGED, {"collection_id": collection_id}).fetchall()
        replaced = [name for name, had_text in changed if had_text]
        if replaced and not replace:
            raise ConflictError(
                f"{source}: topic {replaced[0]!r} is already loaded with another text; "
                "use `replace=True`"
            )
        connection.execute(_UPDATE, {"collection_id": collection_id})
    outcome: Outcome = "already loaded" if not changed else "replaced" if replaced else "loaded"
    return Loaded(source, collection, outcome, len(topics), len(changed))


# The topics whose text is not the incoming one, and whether they have a text at all.
_CHANGED = """
select
    incoming.topic,
    coalesce(topic.title, topic.description, topic.narrative, topic.metadata::text) is not null
from incoming inner join topic on incoming.topic = topic.name
where topic.collection_id = $collection_id and (
    incoming.title is distinct from topic.title
    or incoming.description is distinct from topic.description
    or incoming.narrative is distinct from topic.narrative
)
order by incoming.topic
"""

_UPDATE = """
update topic set
    title = incoming.title,
    description = incoming.description,
    narrative = incoming.narrative,
    metadata = incoming.metadata
from incoming
where topic.collection_id = $collection_id and topic.name = incoming.topic
"""


def _stage(connection: duckdb.DuckDBPyConnection, topics: list[Topic]) -> None:
    import pyarrow as pa

    names = ("topic", "title", "description", "narrative")
    columns = {name: [getattr(one, name) for one in topics] for name in names}
    columns["metadata"] = [
        json.dumps(one.metadata, ensure_ascii=False) if one.metadata else None for one in topics
    ]
    texts = pa.table(columns, pa.schema([(name, pa.string()) for name in columns]))
    execute_on(connection, texts, "create or replace temp table incoming as from incoming_rows")
