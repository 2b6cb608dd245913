"""Runs, judgements and topics to files; everything to a folder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from evalstore.database import first_row
from evalstore.export.dictionaries import nested
from evalstore.export.names import FORMATS, chosen_format, make_folder, targets, write
from evalstore.export.trec import qrels_text, run_text
from evalstore.names import Named, find_collection, find_qrels, find_runs
from evalstore.output import render
from evalstore.query import Query
from evalstore.result import Result

_RUN = """
select topic.name as topic, document.docno, ranking.rank, {file_rank} ranking.score
from ranking
inner join topic using (topic_id)
inner join document using (document_id)
where ranking.run_id = {number}
order by try_cast(topic.name as hugeint) nulls last, topic.name, ranking.rank
"""
_QRELS = """
select topic.name as topic, judgement.subtopic, document.docno, judgement.grade {rationale}
from judgement
inner join topic using (topic_id)
inner join document using (document_id)
left join rationale using (qrels_id, topic_id, subtopic, document_id)
where judgement.qrels_id = {number}
order by try_cast(topic.name as hugeint) nulls last, topic.name, document.docno, judgement.subtopic
"""
_TOPICS = """
select name as topic, title, description, narrative, metadata
from topic
where collection_id = {number}
    and coalesce(title, description, narrative, metadata::varchar) is not null
order by try_cast(name as hugeint) nulls last, name
"""
_EFFICIENCY = """
select run.system, topic.name as topic, efficiency.name, efficiency.value, efficiency.unit
from efficiency
inner join run using (run_id)
left join topic using (topic_id)
where run.collection_id = {number}
order by run.system, topic.name nulls first, efficiency.name
"""


@dataclass
class Exported:
    """The files that were written, and what differs from those that were loaded."""

    paths: list[Path] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    def add(self, other: Exported) -> None:
        self.paths += other.paths
        self.changed += other.changed


def export_runs(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    runs: Sequence[str],
    *,
    collection: str | None,
    format: str | None,  # noqa: A002
) -> Exported:
    """Write each run to a file; as TREC text byte for byte as it was loaded, where it was plain."""
    found = find_runs(connection, find_collection(connection, collection), runs)
    chosen = chosen_format(path, format)
    files = targets(path, [run.name for run in found], FORMATS[chosen] or ".run")
    known = {run.name: _stored(connection, "run", run) for run in found}
    tags = Counter(tag for tag, _ in known.values())
    exported = Exported(list(files.values()))
    for run in found:
        tag, sha256 = known[run.name]
        if chosen == "trec":
            rows = _fetched(connection, _RUN, run, file_rank="ranking.file_rank,")
            tag = run.name if tag is None or tags[tag] > 1 else tag
            text, is_same = run_text(rows, tag, sha256)
            write(files[run.name], text)
            exported.changed += [] if is_same else [run.name]
        else:
            _write_table(
                connection,
                _RUN.format(number=run.number, file_rank=""),
                files[run.name],
                chosen,
                "score",
            )
    return exported


def export_qrels(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    names: Sequence[str],
    *,
    collection: str | None,
    format: str | None,  # noqa: A002
) -> Exported:
    """Write each set of judgements to a file."""
    found = find_collection(connection, collection)
    select = "select name from qrels where collection_id = ? order by name"
    known = [name for (name,) in connection.execute(select, [found.number]).fetchall()]
    sets = [find_qrels(connection, found, name) for name in names or known]
    chosen = chosen_format(path, format)
    files = targets(path, [one.name for one in sets], FORMATS[chosen] or ".qrels")
    exported = Exported(list(files.values()))
    for one in sets:
        if chosen == "trec":
            rows = _fetched(connection, _QRELS, one, rationale="")
            text, is_same = qrels_text(rows, _stored(connection, "qrels", one)[1])
            write(files[one.name], text)
            exported.changed += [] if is_same else [one.name]
        else:
            select = _QRELS.format(number=one.number, rationale=", rationale.rationale")
            _write_table(connection, select, files[one.name], chosen, "grade")
    return exported


def export_topics(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    collection: str | None,
    format: str | None,  # noqa: A002
) -> Exported:
    """Write the texts of the topics: `topic<TAB>title` lines, or all fields in another format."""
    found = find_collection(connection, collection)
    select = _TOPICS.format(number=found.number)
    chosen = chosen_format(path, format)
    [file] = targets(path, ["topics"], FORMATS[chosen] or ".tsv").values()
    if chosen == "trec":
        rows = connection.execute(select).fetchall()
        lines = (f"{topic}\t{' '.join((title or '').split())}\n" for topic, title, *_ in rows)
        write(file, "".join(lines).encode())
    else:
        _write_rows(connection, select, file, chosen)
    return Exported([file])


def export_store(
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    *,
    format: str | None,  # noqa: A002
) -> Exported:
    """Write everything that was loaded: COLLECTION/runs, COLLECTION/qrels, topics, efficiency."""
    exported = Exported()
    collections = connection.execute("select name from collection order by name").fetchall()
    folders = targets(path, [name for (name,) in collections], "")
    for name, folder in folders.items():
        found = find_collection(connection, name)
        chosen: dict[str, Any] = {"collection": name, "format": format or "trec"}
        for table, export in (("run", export_runs), ("qrels", export_qrels)):
            if _count(connection, f"{table} where collection_id = {found.number}"):
                part = "runs" if table == "run" else "qrels"
                exported.add(export(connection, folder / part, (), **chosen))
        for part, select in (("topics.jsonl", _TOPICS), ("efficiency.csv", _EFFICIENCY)):
            query = select.format(number=found.number)
            if _count(connection, f"({query})"):
                make_folder(folder)
                _write_rows(connection, query, folder / part, Path(part).suffix[1:])
                exported.paths.append(folder / part)
    return exported


def _count(connection: duckdb.DuckDBPyConnection, what: str) -> int:
    row = first_row(connection.execute(f"select count(*) from {what}"))
    return int(row[0]) if row else 0


def _fetched(
    connection: duckdb.DuckDBPyConnection, select: str, named: Named, **parts: str
) -> list[Any]:
    return connection.execute(select.format(number=named.number, **parts)).fetchall()


def _stored(
    connection: duckdb.DuckDBPyConnection, table: str, named: Named
) -> tuple[str | None, str | None]:
    """The tag of a run, and the digest of the file."""
    tag = "tag" if table == "run" else "null"
    select = f"select {tag}, sha256 from {table} where {table}_id = ?"
    row = first_row(connection.execute(select, [named.number]))
    return (row[0], row[1]) if row else (None, None)


def _write_table(
    connection: duckdb.DuckDBPyConnection, select: str, path: Path, chosen: str, value: str
) -> None:
    """A run or judgements; as JSON {topic: {docno: number}}, as ranx and pytrec_eval have them."""
    if chosen != "json":
        _write_rows(connection, select, path, chosen)
        return
    data = nested(connection.execute(f"select topic, docno, {value} from ({select})").fetchall())
    write(path, json.dumps(data, ensure_ascii=False, indent=1).encode())


def _write_rows(
    connection: duckdb.DuckDBPyConnection, select: str, path: Path, chosen: str
) -> None:
    write(path, render(Result(Query(connection, select)), chosen))
