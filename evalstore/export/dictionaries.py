"""Runs and judgements as dictionaries, as pytrec_eval, ranx and ir_measures take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import duckdb

from evalstore.names import find_collection, find_qrels, find_runs

_RUN = """
select topic.name, document.docno, coalesce(ranking.score, -ranking.rank)
from ranking
inner join topic using (topic_id)
inner join document using (document_id)
where ranking.run_id = ?
order by try_cast(topic.name as hugeint) nulls last, topic.name, ranking.rank
"""
_QRELS = """
select topic.name, document.docno, max(judgement.grade)
from judgement
inner join topic using (topic_id)
inner join document using (document_id)
where judgement.qrels_id = ?
group by topic.name, document.docno
order by try_cast(topic.name as hugeint) nulls last, topic.name, document.docno
"""


def run_dictionary(
    connection: duckdb.DuckDBPyConnection, system: str, collection: str | None
) -> dict[str, dict[str, float]]:
    """{topic: {docno: score}} in the order of the ranks; without scores, the score is -rank."""
    [run] = find_runs(connection, find_collection(connection, collection), [system])
    return nested(connection.execute(_RUN, [run.number]).fetchall())


def qrels_dictionary(
    connection: duckdb.DuckDBPyConnection, name: str | None, collection: str | None
) -> dict[str, dict[str, float]]:
    """{topic: {docno: grade}}, the highest grade over subtopics; integers where all are."""
    qrels = find_qrels(connection, find_collection(connection, collection), name)
    rows = connection.execute(_QRELS, [qrels.number]).fetchall()
    if all(grade == int(grade) for *_, grade in rows):
        rows = [(topic, docno, int(grade)) for topic, docno, grade in rows]
    return nested(rows)


def nested(rows: Iterable[tuple[Any, ...]]) -> dict[str, dict[str, Any]]:
    """Rows of topic, document and number; a document's highest number counts."""
    found: dict[str, dict[str, Any]] = {}
    for topic, docno, number in rows:
        docs = found.setdefault(topic, {})
        docs[docno] = max(number, docs[docno]) if docno in docs else number
    return found
