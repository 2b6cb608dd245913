"""Loading judgements, and joining every run of the collection with them, in one transaction."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import duckdb

from evalstore.database import only_value
from evalstore.errors import ConflictError, EvalstoreError, UsageError
from evalstore.formats.lines import Reading
from evalstore.formats.prefs_lines import read_preference_judgements
from evalstore.formats.qrels_lines import Judgement, read_judgements
from evalstore.formats.sampled_lines import SAMPLED
from evalstore.load.dialect import qrels_dialects
from evalstore.load.judgements import Target, insert_incoming, store_judgements
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, find_sources, flattened, open_source
from evalstore.nearest import suggestion
from evalstore.tables.folders import qrels_paths
from evalstore.tables.rows import load_table_qrels
from evalstore.views import statement

# trec_eval's formats, of which a four-column file is read as preferences too, and the two formats
# of sampled judgements.
FORMATS = ("qrels", "qrels_prefs", "prefs", "qrels_jg", "prels", "strata")


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
        raise UsageError(f"no qrels format {file_format!r}{known}")
    report = LoadReport("qrels set")
    load = _load_groups if file_format == "qrels_jg" else _load_set
    sources = find_sources([one for path in flattened([paths]) for one in qrels_paths(path)])
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
                loaded = load_table_qrels(connection, source, target, name)
                report.files += loaded or load(connection, source, target, file_format)
        except EvalstoreError as error:
            if len(sources) == 1:
                raise
            report.refused.append(error)
    report.seconds = time.perf_counter() - started
    return report


def _load_set(
    connection: duckdb.DuckDBPyConnection, source: Source, target: Target, file_format: str
) -> list[Loaded]:
    if target.has(connection, source):
        return [Loaded(source.name, target.name, "already loaded")]
    reading = Reading(source.name)
    if file_format == "prefs":
        insert_incoming(connection, read_preference_judgements(source, reading))
    elif file_format in SAMPLED:
        insert_incoming(connection, SAMPLED[file_format](source, reading))
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
            loaded.append(Loaded(source.name, one.name, "already loaded"))
        else:
            insert_incoming(connection, groups[group])
            loaded.append(store_judgements(connection, source, one, []))
    loaded[0].notes += reading.notes
    return loaded


def _read_directly(connection: duckdb.DuckDBPyConnection, source: Source) -> bool:
    """Have DuckDB read the file into `incoming`; whether it could, and all of it is regular."""
    for dialect in qrels_dialects(source):
        create = f"create or replace temp table incoming as {dialect.reading('qrels_line')}"
        try:
            connection.execute(create, dialect.parameters([str(source.path)]))
        except duckdb.Error:
            continue
        return _is_regular(connection, source)
    return False


def _is_regular(connection: duckdb.DuckDBPyConnection, source: Source) -> bool:
    """Whether DuckDB read all of a file, and nothing in it is for the line reader to judge."""
    if source.compression != "none":
        count = only_value(connection.execute("select count(*) from incoming"))
        if count != source.content.lines:
            return False
    return bool(only_value(connection.execute(statement("qrels_check"))))
