"""Loading judgements, and joining every run of the collection with them, in one transaction."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from evalstore.database import execute_on, first_row, only_value, transaction
from evalstore.errors import ConflictError, EvalstoreError, UsageError
from evalstore.formats.lines import Reading
from evalstore.formats.prefs_lines import read_preference_judgements
from evalstore.formats.qrels_lines import Judgement, read_judgements
from evalstore.load.dropping import drop_qrels
from evalstore.load.numbering import collection_id_of, number_documents, number_topics
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, find_sources, open_source
from evalstore.load.statements import statement
from evalstore.load.storing import insert_judged_rankings
from evalstore.measures.weights import fill_weights
from evalstore.nearest import suggestion

# trec_eval's formats; a four-column file is read as preferences too.
FORMATS = ("qrels", "qrels_prefs", "prefs", "qrels_jg")

_LINE = re.compile(rb"[^\s#]\S*([ \t])\S+\1\S+\1[+-]?[\d.]+\r?\n?")
_COLUMNS = ("topic", "subtopic", "subgroup", "docno", "grade")


def load_qrels(
    connection: duckdb.DuckDBPyConnection,
    paths: str | Path | Sequence[str | Path],
    *,
    collection: str,
    name: str | None = None,
    replace: bool = False,
    file_format: str = "qrels",
) -> LoadReport:
    """Load qrels files; raises what is wrong with the only one, reports it of several.

    In the format qrels_jg the second column names a group of assessors, and each group becomes a
    set of judgements called `name/group`.
    """
    started = time.perf_counter()
    if file_format not in FORMATS:
        known = suggestion(file_format, FORMATS)
        raise UsageError(f"no format of judgements {file_format!r}{known}")
    report = LoadReport("qrels set")
    load = _load_groups if file_format == "qrels_jg" else _load_set
    sources = find_sources(paths)
    if name is not None and len(sources) > 1:
        raise UsageError(f"`name` names one set, but there are {len(sources)} files")
    for found in sources:
        try:
            with open_source(found) as source:
                target = Target(collection, name or source.stem, replace)
                if target.name in report.names:
                    raise ConflictError(
                        f"{source.name}: qrels {target.name!r} was just loaded from "
                        f"{report.names[target.name]}; load this one separately with a `name`"
                    )
                report.files += load(connection, source, target, file_format)
        except EvalstoreError as error:
            if len(sources) == 1:
                raise
            report.refused.append(error)
    report.seconds = time.perf_counter() - started
    return report


@dataclass(frozen=True)
class Target:
    """Where a set of judgements goes, and whether it may replace another of its name."""

    collection: str
    name: str
    replace: bool

    def stored(self, connection: duckdb.DuckDBPyConnection) -> tuple[int, str] | None:
        """The number and digest of the set that has the name."""
        select = """
            select qrels_id, sha256 from qrels inner join collection using (collection_id)
            where collection.name = ? and qrels.name = ?
        """
        row = first_row(connection.execute(select, [self.collection, self.name]))
        return None if row is None else (row[0], row[1])

    def has(self, connection: duckdb.DuckDBPyConnection, source: Source) -> bool:
        """Whether the set is stored already; other content under its name is refused."""
        stored = self.stored(connection)
        if stored is None:
            return False
        if stored[1] == source.sha256:
            return True
        if not self.replace:
            raise ConflictError(
                f"{source.name}: qrels {self.name!r} is already loaded with other content; "
                "use `replace=True`, or give this set another `name`"
            )
        return False


def _load_set(
    connection: duckdb.DuckDBPyConnection, source: Source, target: Target, file_format: str
) -> list[Loaded]:
    if target.has(connection, source):
        return [Loaded(source.name, target.name, "already there")]
    reading = Reading(source.name)
    if file_format == "prefs":
        insert_incoming(connection, read_preference_judgements(source, reading))
    elif not _read_directly(connection, source):
        insert_incoming(connection, read_judgements(source, reading))
    source.check_unchanged()
    return [store_judgements(connection, source, target, reading.notes)]


def _load_groups(
    connection: duckdb.DuckDBPyConnection, source: Source, target: Target, _format: str
) -> list[Loaded]:
    reading = Reading(source.name)
    groups: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in read_judgements(source, reading):
        groups[judgement.subtopic].append(judgement)
    targets = {
        group: Target(target.collection, f"{target.name}/{group}", target.replace)
        for group in sorted(groups)
    }
    stored = {group: one.has(connection, source) for group, one in targets.items()}
    loaded = []
    for group, one in targets.items():
        if stored[group]:
            loaded.append(Loaded(source.name, one.name, "already there"))
        else:
            insert_incoming(connection, groups[group])
            loaded.append(store_judgements(connection, source, one, []))
    loaded[0].notes += reading.notes
    return loaded


def _read_directly(connection: duckdb.DuckDBPyConnection, source: Source) -> bool:
    """Have DuckDB read the file into `incoming`; whether it could, and all of it is regular."""
    separator = source.separator(_LINE)
    if separator is None:
        return False
    parameters = {
        "paths": [str(source.path)],
        "delim": separator,
        "compression": source.compression,
    }
    try:
        create = f"create or replace temp table incoming as {statement('qrels_line')}"
        connection.execute(create, parameters)
    except duckdb.Error:
        return False
    if source.compression != "none":
        count = only_value(connection.execute("select count(*) from incoming"))
        if count != source.content.lines:
            return False
    return bool(only_value(connection.execute(statement("qrels_check"))))


def insert_incoming(connection: duckdb.DuckDBPyConnection, judgements: Sequence[Judgement]) -> None:
    """Judgements that were read one by one, as the table `incoming`."""
    import pyarrow as pa

    columns: dict[str, Any] = {
        name: pa.array(
            [getattr(one, name) for one in judgements],
            pa.float64() if name == "grade" else pa.string(),
        )
        for name in _COLUMNS
    }
    create = "create or replace temp table incoming as from incoming_rows"
    execute_on(connection, pa.table(columns), create)


def store_judgements(
    connection: duckdb.DuckDBPyConnection, source: Source, target: Target, notes: list[str]
) -> Loaded:
    """Store the judgements in `incoming` under a name, instead of those that have it."""
    with transaction(connection):
        collection_id = collection_id_of(connection, target.collection)
        existing = target.stored(connection)
        if existing is not None:
            drop_qrels(connection, existing[0])
        insert = """
            insert into qrels (collection_id, name, source, sha256)
            values (?, ?, ?, ?) returning qrels_id
        """
        values = [collection_id, target.name, source.name, source.sha256]
        qrels_id = only_value(connection.execute(insert, values))
        number_topics(connection, collection_id)
        number_documents(connection, collection_id)
        parameters = {"qrels_id": qrels_id, "collection_id": collection_id}
        connection.execute(f"insert into judgement {statement('judgement')}", parameters)
        only = {"first_qrels_id": qrels_id, "last_qrels_id": qrels_id}
        insert_judged_rankings(connection, only)
        fill_weights(connection)
    count = "select count(distinct topic), count(*) from incoming"
    topics, judgements = first_row(connection.execute(count)) or (0, 0)
    connection.execute("drop table incoming")
    outcome = "loaded" if existing is None else "replaced"
    return Loaded(source.name, target.name, outcome, topics, judgements, notes)
