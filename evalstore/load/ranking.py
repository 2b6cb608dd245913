"""Ranking what was staged, numbering its documents, and meeting the judgements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalstore.load.staging import Staged
from evalstore.measures.filling import fill_weights
from evalstore.resources import folder

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
    notes: list[str] = field(default_factory=list)


def statement(name: str) -> str:
    """The select of that name in sql/load."""
    text = (folder("sql") / "load" / f"{name}.sql").read_text(encoding="utf-8")
    return text.partition("\n")[2].strip()


def repeated(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> list[RunRow]:
    """The runs that rank a document twice for one topic."""
    found = connection.execute(
        """
        select distinct file
        from (select file from incoming group by file, topic, docno having count(*) > 1)
        """
    ).fetchall()
    numbers = {row[0] for row in found}
    return [row for row in rows if row.file.number in numbers]


def repeated_pairs(connection: duckdb.DuckDBPyConnection, file: int) -> list[tuple[str, str]]:
    """The topics and documents that a staged run ranks more than once."""
    return connection.execute(
        """
        select topic, docno from incoming where file = ?
        group by all having count(*) > 1 order by all
        """,
        [file],
    ).fetchall()


def withdraw_run(connection: duckdb.DuckDBPyConnection, row: RunRow) -> None:
    """Take back the row in `run` of a run that turned out to be broken."""
    connection.execute("delete from run where run_id = ?", [row.run_id])


def keep_rankings(
    connection: duckdb.DuckDBPyConnection, collection_id: int, rows: Sequence[RunRow]
) -> None:
    """Rank the staged rows, keep them, and keep what the measures read of them."""
    _tell_files(connection, rows)
    connection.execute(f"create or replace temp table ranked as {statement('ranked')}")
    _run(connection, "insert into document", "new_document", collection_id)
    _run(connection, "insert into ranking", "arranged", collection_id)
    run_ids = [row.run_id for row in rows]
    connection.execute(
        """
        insert into retrieved
        select run_id, topic, count(*) from ranked group by all order by all
        """
    )
    _note_order(connection, rows)
    meet_judgements(connection, collection_id, run_ids=run_ids)
    _note_topics(connection, collection_id, rows)
    connection.execute("drop table ranked; drop table incoming_file")


def _tell_files(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> None:
    values = ", ".join(f"({row.file.number}, {row.run_id}, '{row.rank_rule}')" for row in rows)
    connection.execute(
        f"""
        create or replace temp table incoming_file as
        select * from (values {values}) as files (file, run_id, rank_rule)
        """
    )


def _run(connection: duckdb.DuckDBPyConnection, action: str, name: str, collection_id: int) -> None:
    connection.execute(f"{action} {statement(name)}", {"collection_id": collection_id})


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
    connection.execute(f"insert into judged_ranking {statement('judged')}")
    connection.execute("drop table incoming_pair")
    fill_weights(connection)


def _note_order(connection: duckdb.DuckDBPyConnection, rows: Sequence[RunRow]) -> None:
    """Note ties, and ranks that contradict the scores."""
    facts = connection.execute(
        """
        select
            run_id,
            count(distinct topic) filter (is_tied),
            count(distinct topic) filter (is_disordered)
        from ranked
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
    for row in rows:
        for qrels, unjudged, missed in connection.execute(
            """
            select
                qrels.name,
                (select count(*) from retrieved where run_id = $run_id and topic not in (
                    select topic from grade_count where grade_count.qrels_id = qrels.qrels_id)),
                (select count(distinct topic) from grade_count
                    where grade_count.qrels_id = qrels.qrels_id and topic not in (
                        select topic from retrieved where run_id = $run_id))
            from qrels where collection_id = $collection_id
            """,
            {"run_id": row.run_id, "collection_id": collection_id},
        ).fetchall():
            if unjudged:
                row.notes.append(f"{_topics(unjudged)} with no judgements in {qrels}")
            if missed:
                row.notes.append(f"{_topics(missed)} of {qrels} missing; they count 0")


def _topics(count: int) -> str:
    return f"{count} topic{'s' * (count != 1)}"
