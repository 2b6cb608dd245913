"""Loading the texts of topics."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import ConflictError
from evalstore.load.collections import collection_id_of
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, find_sources, open_source
from evalstore.load.topics import Topic, read_topics
from evalstore.rows import execute_on
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb


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
    for found in find_sources([path]):
        with open_source(found) as source:
            report.files.append(_load(connection, source, collection, replace))
    report.seconds = time.perf_counter() - started
    return report


def _load(
    connection: duckdb.DuckDBPyConnection, source: Source, collection: str, replace: bool
) -> Loaded:
    topics = read_topics(source)
    _stage(connection, topics)
    with transaction(connection):
        collection_id = collection_id_of(connection, collection)
        changed = _changed(connection, collection_id)
        if changed and not replace:
            raise ConflictError(
                f"{source.name}: topic {changed[0]!r} is already loaded with another text; "
                "use --replace"
            )
        added = connection.execute(
            f"""
            insert or replace into topic
            select {collection_id}, topic, title, description, narrative, metadata
            from incoming_topic
            anti join (select * from topic where collection_id = {collection_id}) as held
                on incoming_topic.topic = held.topic
                and incoming_topic.title is not distinct from held.title
                and incoming_topic.description is not distinct from held.description
                and incoming_topic.narrative is not distinct from held.narrative
            returning topic
            """
        ).fetchall()
    outcome = "already there" if not added else "replaced" if changed else "loaded"
    return Loaded(source.name, collection, outcome, len(topics), len(added))


def _stage(connection: duckdb.DuckDBPyConnection, topics: list[Topic]) -> None:
    import pyarrow as pa

    texts = pa.table(
        {
            "topic": pa.array([one.topic for one in topics], pa.string()),
            "title": pa.array([one.title for one in topics], pa.string()),
            "description": pa.array([one.description for one in topics], pa.string()),
            "narrative": pa.array([one.narrative for one in topics], pa.string()),
            "metadata": pa.array(
                [
                    json.dumps(one.metadata, ensure_ascii=False) if one.metadata else None
                    for one in topics
                ],
                pa.string(),
            ),
        }
    )
    execute_on(
        connection, texts, "create or replace temp table incoming_topic as from incoming_rows"
    )


def _changed(connection: duckdb.DuckDBPyConnection, collection_id: int) -> list[str]:
    rows = connection.execute(
        """
        select topic
        from incoming_topic inner join topic using (topic)
        where topic.collection_id = ? and (
            incoming_topic.title is distinct from topic.title
            or incoming_topic.description is distinct from topic.description
            or incoming_topic.narrative is distinct from topic.narrative
        )
        order by topic
        """,
        [collection_id],
    ).fetchall()
    return [row[0] for row in rows]
