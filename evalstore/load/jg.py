"""Loading what several groups of assessors said of the same topics: a set of judgements each."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import ConflictError
from evalstore.load.lines import Reading
from evalstore.load.plain_qrels import as_table
from evalstore.load.qrels import held_qrels, keep_judgements
from evalstore.load.qrels_lines import Judgement, read_judgements
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, open_source

if TYPE_CHECKING:
    import duckdb


def load_groups(
    connection: duckdb.DuckDBPyConnection,
    path: str | Path,
    *,
    collection: str,
    name: str | None = None,
    replace: bool = False,
) -> LoadReport:
    """Load a qrels file whose second column names the group, as sets called `name/group`."""
    started = time.perf_counter()
    report = LoadReport("qrels set")
    with open_source(path) as source:
        reading = Reading(source.name)
        groups: dict[str, list[Judgement]] = defaultdict(list)
        for judgement in read_judgements(source.path, reading):
            groups[f"{name or source.stem}/{judgement.subtopic}"].append(judgement)
        if not replace:
            _refuse_others(connection, source, collection, list(groups))
        for group in sorted(groups):
            loaded = _load(connection, source, collection, group, groups[group])
            report.files.append(loaded)
        report.files[0].notes += reading.notes
    report.seconds = time.perf_counter() - started
    return report


def _refuse_others(
    connection: duckdb.DuckDBPyConnection, source: Source, collection: str, names: list[str]
) -> None:
    """Look for names that are taken before anything is loaded."""
    for name in names:
        held = held_qrels(connection, collection, name)
        if held is not None and held[1] != source.sha256:
            raise ConflictError(
                f"{source.name}: qrels {name!r} is already loaded with other content; "
                "use --replace, or give these sets another --name"
            )


def _load(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    collection: str,
    name: str,
    judgements: list[Judgement],
) -> Loaded:
    held = held_qrels(connection, collection, name)
    if held is not None and held[1] == source.sha256:
        return Loaded(source.name, name, "already there")
    table = as_table(judgements)
    return keep_judgements(connection, table, source, collection, name, held, [])
