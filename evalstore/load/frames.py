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

from evalstore.database import execute_on
from evalstore.errors import DataError, FileProblems, Problem
from evalstore.formats.lines import Reading
from evalstore.formats.qrels_lines import Judgement, distinct_judgements
from evalstore.load.naming import IncomingRun, RunRequest, same_run, stored_runs
from evalstore.load.qrels import Target, insert_incoming, store_judgements
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Content, Source
from evalstore.load.storing import reserve_numbers, store_incoming

if TYPE_CHECKING:
    import pyarrow as pa

# Our names of the columns, and how others call them.
_SPELLINGS = {
    "topic": ("topic", "query_id", "qid", "q_id", "topic_id", "query"),
    "docno": ("docno", "doc_id", "docid", "document_id", "document"),
    "score": ("score", "similarity", "sim"),
    "rank": ("rank",),
    "grade": ("grade", "relevance", "label", "rel", "judgement"),
    "subtopic": ("subtopic", "iteration", "q0", "subtopic_id"),
}
_NUMBERS = ("score", "rank", "grade")


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
    table = _run_table(data)
    source = _source(table, request.name or "run")
    report = LoadReport("run")
    stored = stored_runs(connection, request.collection)
    existing = same_run(connection, stored, source, request)
    if existing:
        report.files.append(Loaded(source.name, existing.system, "already there"))
        return report
    run = IncomingRun(source, has_scores="score" in table.column_names)
    reserve_numbers(connection, [run])
    select = f"select *, {run.run_id} as run_id from incoming_rows"
    execute_on(connection, table, f"insert into incoming by name {select}")
    run.documents = table.num_rows
    _check_repeats(connection, source)
    store_incoming(connection, [run], request, report)
    return report.raise_refused()


def _check_repeats(connection: duckdb.DuckDBPyConnection, source: Source) -> None:
    """Refuse a frame that ranks a document twice for a topic."""
    rows = connection.execute(
        "select topic, docno from incoming group by all having count(*) > 1 order by all"
    ).fetchall()
    if rows:
        problems = [
            Problem(None, f"document {docno!r} is ranked twice for topic {topic!r}")
            for topic, docno in rows
        ]
        raise FileProblems(source.name, problems)


def load_qrels_frame(
    connection: duckdb.DuckDBPyConnection,
    data: Any,
    *,
    collection: str,
    name: str | None = None,
    replace: bool = False,
) -> LoadReport:
    """Load judgements from a dictionary {topic: {document: grade}} or a data frame."""
    table = _qrels_table(data)
    target = Target(collection, name or "qrels", replace)
    source = _source(table, target.name)
    report = LoadReport("qrels set")
    if target.has(connection, source):
        report.files.append(Loaded(source.name, target.name, "already there"))
        return report
    reading = Reading(source.name)
    rows = (
        Judgement(row["topic"], row["subtopic"], row["docno"], row["grade"], number)
        for number, row in enumerate(table.to_pylist(), 1)
    )
    insert_incoming(connection, distinct_judgements(rows, reading))
    report.files.append(store_judgements(connection, source, target, reading.notes))
    return report


def _run_table(data: Any) -> pa.Table:
    table = _table(data, "score", ("topic", "docno"), ("score", "rank"))
    if table.num_columns == 2:
        raise DataError("a run needs a column score (or rank)")
    return table


def _qrels_table(data: Any) -> pa.Table:
    import pyarrow as pa

    table = _table(data, "grade", ("topic", "docno", "grade"), ("subtopic",))
    if "subtopic" in table.column_names:
        return table
    return table.append_column("subtopic", pa.array(["0"] * table.num_rows, pa.string()))


def _table(data: Any, value: str, needed: tuple[str, ...], optional: tuple[str, ...]) -> pa.Table:
    """The columns that are wanted under our names, as text and finite numbers."""
    import pyarrow as pa

    table = _from_nested(data, value) if isinstance(data, Mapping) else _arrow(data)
    by_folded = {name.casefold(): name for name in table.column_names}
    found = {}
    for ours in (*needed, *optional):
        spelling = next((name for name in _SPELLINGS[ours] if name in by_folded), None)
        if spelling is not None:
            found[ours] = _checked(ours, table[by_folded[spelling]])
        elif ours in needed:
            raise DataError(
                f"no column for the {ours}; call it one of {', '.join(_SPELLINGS[ours])} "
                f"(there is {', '.join(table.column_names)})"
            )
    return pa.table(found)


def _checked(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The column as text or finite numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_number = name in _NUMBERS
    column = pc.cast(column, pa.float64() if is_number else pa.string())
    bad = pc.invert(pc.is_finite(column)) if is_number else pc.is_null(column)
    row = pc.index(pc.fill_null(bad, True), True).as_py()
    if row >= 0:
        problem = Problem(None, f"row {row + 1}: the {name} is missing or not a finite number")
        raise FileProblems("data frame", [problem])
    return column


def _from_nested(data: Mapping[Any, Any], value: str) -> pa.Table:
    """{topic: {document: number}} as a table; {topic: [document, …]} with ranks, if a run."""
    import pyarrow as pa

    is_ranking = any(_is_list(docs) for docs in data.values())
    if is_ranking and value == "score":
        data, value = {topic: _ranks(topic, docs) for topic, docs in data.items()}, "rank"
    for topic, docs in data.items():
        if not isinstance(docs, Mapping):
            raise DataError(
                f"topic {str(topic)!r}: expected {{document: {value}}}, not a {type(docs).__name__}"
            )
    pairs = [(topic, docno, item) for topic, docs in data.items() for docno, item in docs.items()]
    if not pairs:
        raise DataError("an empty dictionary has nothing to evaluate")
    topics, docnos, numbers = zip(*pairs, strict=True)
    return pa.table(
        {
            "topic": [str(topic) for topic in topics],
            "docno": [str(docno) for docno in docnos],
            value: pa.array([float(number) for number in numbers], pa.float64()),
        }
    )


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
        f"cannot read a {type(data).__name__}; give a path, a dictionary or a data frame"
    )


def _source(table: pa.Table, name: str) -> Source:
    """A frame as if it were a file, so that loading it twice does nothing."""
    digest = hashlib.sha256()
    for batch in table.combine_chunks().to_batches():
        digest.update(batch.serialize())
    source = Source(Path(name), f"<{name}>", name, "none", b"", ())
    source.content = Content(digest.hexdigest(), True, frozenset(), table.num_rows)
    return source
