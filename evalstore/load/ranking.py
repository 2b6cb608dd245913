"""Ranking what was staged, numbering its documents, and meeting the judgements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalstore.load.staging import Staged
from evalstore.measures.filling import fill_weights
from evalstore.resources import folder
from evalstore.rows import only

if TYPE_CHECKING:
    import duckdb


@dataclass
class RunRow:
    """A run that is being loaded: its row in `run`, and the file it comes from."""

    run_id: int
    system: str
    rank_rule: str
    outcome: str
    file: Staged
    topics: int = 0
    rows: int = 0
    notes: list[str] = field(default_factory=list)


def statement(name: str) -> str:
    """The select of that name in sql/load."""
    text = (folder("sql") / "load" / f"{name}.sql").read_text(encoding="utf-8")
    return text.partition("\n")[2].strip()


def rank_incoming(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Number the incoming documents and rank them, each topic of each file by its rule."""
    numbers = {"collection_id": collection_id}
    _tell_files(connection, rows)
    connection.execute(
        f"create or replace temp table incoming_topic as {statement('incoming_topic')}"
    )
    _count(connection, rows)
    connection.execute(f"insert into document {statement('new_document')}", numbers)
    connection.execute(f"create or replace temp table ranked as {statement('ranked')}", numbers)


def _tell_files(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> None:
    values = ", ".join(f"({row.file.number}, {row.run_id}, '{row.rank_rule}')" for row in rows)
    connection.execute(
        f"""
        create or replace temp table incoming_file as
        select * from (values {values}) as files (file, run_id, rank_rule)
        """
    )


def _count(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> None:
    counts = connection.execute(
        "select run_id, count(*), sum(documents)::bigint from incoming_topic group by run_id"
    ).fetchall()
    by_run = {run_id: (topics, documents) for run_id, topics, documents in counts}
    for row in rows:
        row.topics, row.rows = by_run[row.run_id]


def repeated(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> list[RunRow]:
    """The runs that rank a document twice for one topic."""
    # One number for list and document: counting distinct numbers is the cheapest check of all.
    pair = "list_number::bigint * 4294967296 + document_id"
    if only(connection.execute(f"select count(*) = count(distinct {pair}) from ranked")):
        return []
    found = connection.execute(
        """
        select distinct run_id
        from (
            select list_number from ranked group by list_number, document_id having count(*) > 1
        )
        inner join incoming_topic using (list_number)
        """
    ).fetchall()
    numbers = {row[0] for row in found}
    return [row for row in rows if row.run_id in numbers]


def repeated_pairs(connection: duckdb.DuckDBPyConnection, file: int) -> list[tuple[str, str]]:
    """The topics and documents that a staged run ranks more than once."""
    return connection.execute(
        """
        select topic, docno from incoming where file = ?
        group by all having count(*) > 1 order by all
        """,
        [file],
    ).fetchall()


def keep_rankings(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Keep the ranked rows, and what the measures read of them."""
    _note_order(connection, rows)
    has_ties = only(connection.execute("select coalesce(bool_or(is_tied), false) from ranked"))
    untied = statement("untied") if has_ties else "select * from ranked"
    connection.execute(f"insert into ranking with untied as ({untied}) {statement('arranged')}")
    connection.execute(
        "insert into retrieved select run_id, topic, documents from incoming_topic order by all"
    )
    meet_judgements(connection, collection_id, run_ids=[row.run_id for row in rows])
    _note_topics(connection, collection_id, rows)


def clear_incoming(connection: duckdb.DuckDBPyConnection) -> None:
    """Give the staging tables' memory back."""
    for table in ("incoming", "incoming_file", "incoming_topic", "ranked"):
        connection.execute(f"drop table if exists {table}")


def meet_judgements(
    connection: duckdb.DuckDBPyConnection,
    collection_id: int,
    *,
    run_ids: Iterable[int] | None = None,
    qrels_ids: Iterable[int] | None = None,
) -> None:
    """Keep the judged part of these runs under all judgements, or of all runs under these."""
    runs = "" if run_ids is None else f"and run_id in ({', '.join(map(str, run_ids))})"
    qrels = "" if qrels_ids is None else f"and qrels_id in ({', '.join(map(str, qrels_ids))})"
    connection.execute(
        f"""
        create or replace temp table incoming_pair as
        select run_id, qrels_id
        from run inner join qrels using (collection_id)
        where collection_id = {collection_id} {runs} {qrels}
        """
    )
    connection.execute(f"insert into judged_list {statement('judged')}")
    connection.execute("drop table incoming_pair")
    fill_weights(connection)


def _note_order(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> None:
    """Note ties, and ranks that contradict the scores."""
    facts = connection.execute(
        """
        select
            run_id,
            count(distinct list_number) filter (is_tied),
            count(distinct list_number) filter (is_disordered)
        from ranked inner join incoming_topic using (list_number)
        where is_tied or is_disordered
        group by run_id
        """
    ).fetchall()
    by_run = {run_id: (tied, disordered) for run_id, tied, disordered in facts}
    for row in rows:
        tied, disordered = by_run.get(row.run_id, (0, 0))
        if tied:
            row.notes.append(f"tied scores in {_topics(tied)}, ordered by document name")
        if disordered:
            row.notes.append(
                f"the rank column disagrees with the scores in {_topics(disordered)}; "
                f"ranked by {'score' if row.rank_rule != 'rank' else 'rank'}"
            )


def _note_topics(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Note topics that have no judgements, and judged topics that the run misses."""
    by_run = {row.run_id: row for row in rows}
    for run_id, qrels, unjudged, missed in connection.execute(
        statement("topic_notes"), {"collection_id": collection_id}
    ).fetchall():
        if unjudged:
            by_run[run_id].notes.append(f"{_topics(unjudged)} with no judgements in {qrels}")
        if missed:
            by_run[run_id].notes.append(f"{_topics(missed)} of {qrels} missing; they count 0")


def _topics(count: int) -> str:
    return f"{count} topic{'s' * (count != 1)}"
