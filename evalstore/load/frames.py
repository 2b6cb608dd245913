"""Runs and judgements that are already in Python: dictionaries and data frames.

Data frames are pandas', polars' or Arrow's, with the column names of ir_measures (query_id,
doc_id, score, relevance, iteration), of PyTerrier (qid, docno, score, rank, label) or of the store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.errors import DataError
from evalstore.formats.columns import QRELS, RUN
from evalstore.formats.exchange import nested
from evalstore.load.judgements import Target
from evalstore.load.naming import IncomingRun, RunRequest, same_run, stored_runs
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, source_in_memory
from evalstore.load.storing import reserve_numbers, store_incoming
from evalstore.tables.files import of_table
from evalstore.tables.rows import insert_run_rows, store_qrels_rows
from evalstore.tables.staging import stage

if TYPE_CHECKING:
    import pyarrow as pa


def is_frame(data: Any) -> bool:
    """Whether this is data rather than the path of a file."""
    paths = data if isinstance(data, list | tuple) else [data]
    return not all(isinstance(path, str | Path) for path in paths)


def load_run_frame(
    connection: duckdb.DuckDBPyConnection, data: Any, request: RunRequest
) -> LoadReport:
    """Load one run from a dictionary {topic: {document: score}} or a data frame.

    {topic: [document, …]} is a ranking, best first.
    """
    request.check()
    table = _table(data, "score")
    source = _source(table, request.name or "run")
    report = LoadReport("run")
    stored = stored_runs(connection, request.collection)
    existing = same_run(connection, stored, source, request)
    if existing:
        report.files.append(Loaded(source.name, existing.system, "already loaded"))
        return report
    rows = stage(connection, of_table("data frame", table), RUN)
    run = IncomingRun(source, has_scores="score" in rows.found)
    reserve_numbers(connection, [run])
    insert_run_rows(connection, run)
    store_incoming(connection, [run], request, report)
    return report.raise_refused()


def load_qrels_frame(
    connection: duckdb.DuckDBPyConnection,
    data: Any,
    *,
    collection: str,
    name: str | None = None,
    replace: bool = False,
) -> LoadReport:
    """Load judgements from a dictionary {topic: {document: grade}} or a data frame."""
    table = _table(data, "grade")
    target = Target(collection, name or "qrels", replace)
    source = _source(table, target.name)
    rows = stage(connection, of_table("data frame", table), QRELS)
    report = LoadReport("qrels set")
    report.files += store_qrels_rows(connection, source, target, rows, name)
    return report


def _table(data: Any, value: str) -> pa.Table:
    return _from_nested(data, value) if isinstance(data, Mapping) else _arrow(data)


def _from_nested(data: Mapping[Any, Any], value: str) -> pa.Table:
    """{topic: {document: number}} as a table; {topic: [document, …]} with ranks, if a run."""
    import pyarrow as pa

    is_ranking = any(_is_list(docs) for docs in data.values())
    if is_ranking and value == "score":
        data, value = {topic: _ranks(topic, docs) for topic, docs in data.items()}, "rank"
    for topic, docs in data.items():
        if not isinstance(docs, Mapping):
            raise DataError(
                f"topic {str(topic)!r}: expected {{document: {value}}}, not {docs!r:.60}"
            )
    columns = nested.columns(data, value).values
    if not columns["topic"]:
        raise DataError("an empty dictionary has nothing to evaluate")
    columns[value] = pa.array(_numbers(columns, value), pa.float64())
    return pa.table(columns)


def _numbers(columns: Mapping[str, Sequence[Any]], value: str) -> list[float]:
    numbers = []
    for topic, docno, number in zip(
        columns["topic"], columns["docno"], columns[value], strict=True
    ):
        try:
            numbers.append(float(number))
        except (TypeError, ValueError) as error:
            raise DataError(
                f"topic {topic!r}, document {docno!r}: {value} {number!r} is not a number"
            ) from error
    return numbers


def _is_list(documents: Any) -> bool:
    return isinstance(documents, Sequence) and not isinstance(documents, str | bytes)


def _ranks(topic: Any, documents: Any) -> dict[Any, int]:
    """The documents of a ranking, best first, with their ranks."""
    if not _is_list(documents):
        raise DataError(f"topic {str(topic)!r}: expected a list of documents, as for other topics")
    ranks = {docno: rank for rank, docno in enumerate(documents, 1)}
    if len(ranks) < len(documents):
        raise DataError(f"topic {str(topic)!r}: a document is ranked twice")
    return ranks


def _arrow(data: Any) -> pa.Table:
    import pyarrow as pa

    if isinstance(data, pa.Table):
        return data
    if hasattr(data, "to_arrow"):
        return data.to_arrow()
    if hasattr(data, "to_arrow_table"):
        return data.to_arrow_table()
    if type(data).__module__.startswith("pandas"):
        return pa.Table.from_pandas(data, preserve_index=False)
    raise DataError(
        f"cannot read data of type {type(data).__name__}; expected a path, a dictionary or a data "
        "frame"
    )


def _source(table: pa.Table, name: str) -> Source:
    """A frame as if it were a file, so that loading it twice does nothing."""
    digest = hashlib.sha256()
    for batch in table.combine_chunks().to_batches():
        digest.update(batch.serialize())
    return source_in_memory(name, digest.hexdigest())
