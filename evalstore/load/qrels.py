"""Loading judgements, and meeting every run of the collection with them, in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.arrow import stretched, unique
from evalstore.columns import as_column
from evalstore.errors import ConflictError
from evalstore.load.collections import collection_id_of
from evalstore.load.docnos import Docnos
from evalstore.load.documents import Documents
from evalstore.load.dropping import drop_qrels
from evalstore.load.lines import Reading
from evalstore.load.meeting import meet_runs
from evalstore.load.plain_qrels import as_table, read_qrels
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.row_groups import in_pieces
from evalstore.load.source import Source, find_sources, open_source
from evalstore.measures.filling import fill_weights
from evalstore.rows import execute_on, first
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

Reader = Callable[[Path, Reading], "pa.Table"]


def _read_preferences(path: Path, reading: Reading) -> pa.Table:
    from evalstore.load.prefs_lines import read_preference_judgements  # few people have any

    return as_table(read_preference_judgements(path, reading))


# trec_eval's formats of one set of judgements; a four-column file is read as preferences too.
READERS: dict[str, Reader] = {
    "qrels": read_qrels,
    "qrels_prefs": read_qrels,
    "prefs": _read_preferences,
}


def load_qrels(
    connection: duckdb.DuckDBPyConnection,
    path: str | Path,
    *,
    collection: str,
    name: str | None = None,
    replace: bool = False,
    file_format: str = "qrels",
) -> LoadReport:
    """Load one qrels file; raises what is wrong with it."""
    started = time.perf_counter()
    report = LoadReport("qrels set")
    for found in find_sources([path]):
        with open_source(found) as source:
            read = READERS[file_format]
            report.files.append(
                _load(connection, source, collection, name or source.stem, replace, read)
            )
    report.seconds = time.perf_counter() - started
    return report


def _load(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    collection: str,
    name: str,
    replace: bool,
    read: Reader,
) -> Loaded:
    reading = Reading(source.name)
    held = held_qrels(connection, collection, name)
    if held is not None and held[1] == source.sha256:
        return Loaded(source.name, name, "already there")
    judgements = read(source.path, reading)
    if held is not None and not replace:
        raise ConflictError(
            f"{source.name}: qrels {name!r} is already loaded with other content; "
            "use --replace, or give this set another --name"
        )
    return keep_judgements(connection, judgements, source, collection, name, held, reading.notes)


def held_qrels(
    connection: duckdb.DuckDBPyConnection, collection: str, name: str
) -> tuple[int, str] | None:
    row = first(
        connection.execute(
            """
        select qrels_id, sha256 from qrels inner join collection using (collection_id)
        where collection.name = ? and qrels.name = ?
        """,
            [collection, name],
        )
    )
    return None if row is None else (row[0], row[1])


def keep_judgements(
    connection: duckdb.DuckDBPyConnection,
    judgements: pa.Table,
    source: Source,
    collection: str,
    name: str,
    held: tuple[int, str] | None,
    notes: list[str],
) -> Loaded:
    """Put judgements into the store under a name, in place of what is held under it."""
    with transaction(connection):
        collection_id = collection_id_of(connection, collection)
        if held is not None:
            drop_qrels(connection, held[0])
        qrels_id = connection.execute(
            """
            insert into qrels (collection_id, name, source, sha256)
            values (?, ?, ?, ?) returning qrels_id
            """,
            [collection_id, name, source.name, source.sha256],
        ).fetchall()[0][0]
        with Documents(connection, collection) as documents:
            numbers = documents.numbers(documents.look_up(Docnos.of(judgements["docno"])))
        numbered = judgements.append_column("document_id", as_column(numbers))
        topics = len(unique(judgements["topic"]))
        _insert(connection, qrels_id, numbered.drop_columns("docno"), topics)
        _count_grades(connection, qrels_id, judgements)
        meet_runs(connection, collection_id, qrels_id)
        fill_weights(connection)
    outcome = "loaded" if held is None else "replaced"
    return Loaded(source.name, name, outcome, topics, judgements.num_rows, notes)


def _insert(
    connection: duckdb.DuckDBPyConnection, qrels_id: int, judgements: pa.Table, topics: int
) -> None:
    subgroup = "subgroup" if "subgroup" in judgements.column_names else "''"
    order = "" if _is_grouped(judgements, topics) else "order by topic, document_id"
    execute_on(
        connection,
        in_pieces(judgements),
        f"""
        insert into judgement
        select {qrels_id}, topic, subtopic, {subgroup}, document_id, grade + 0.0
        from incoming_rows
        {order}
        """,
    )


def _is_grouped(judgements: pa.Table, topics: int) -> bool:
    """Whether the rows of a topic stand together, as they do in most files."""
    return len(stretched(judgements["topic"].combine_chunks()).values) == topics


def _count_grades(
    connection: duckdb.DuckDBPyConnection, qrels_id: int, judgements: pa.Table
) -> None:
    """Count each topic's documents by grade; of several grades of one, the highest counts."""
    graded = f"(select * from judgement where qrels_id = {qrels_id})"
    if "subgroup" in judgements.column_names or len(unique(judgements["subtopic"])) > 1:
        highest = "qrels_id, topic, document_id, max(grade) as grade"
        graded = f"(select {highest} from {graded} group by all)"
    counted = f"select qrels_id, topic, grade, count(*) from {graded} group by all order by all"
    connection.execute(f"insert into grade_count {counted}")
