"""Quepid's JSON: snapshots are runs, books and the ratings of a case are judgements.

Topics are called by the text of the query. Quepid's CSV files are read as any table.
"""

from __future__ import annotations

from typing import Any

from evalstore.formats.exchange.columns import Columns, objects


def run(document: Any) -> Columns | None:
    """A snapshot: {"name": …, "docs": {query id: [{"id": docno}]}, "queries": […]}."""
    docs = document.get("docs") if isinstance(document, dict) else None
    if not isinstance(docs, dict) or any(objects(listed) is None for listed in docs.values()):
        return None
    queries = objects(document.get("queries")) or []
    texts = {
        str(query.get("query_id", query.get("id"))): query.get("query_text") for query in queries
    }
    rows = (
        (texts.get(str(number)) or str(number), doc.get("id"), rank)
        for number, listed in docs.items()
        for rank, doc in enumerate(listed, 1)
    )
    return Columns.of(("topic", "docno", "rank"), rows, tag=document.get("name"))


def qrels(document: Any) -> Columns | None:
    if not isinstance(document, dict):
        return None
    pairs = objects(document.get("query_doc_pairs"))
    if pairs is not None:
        return _book(pairs)
    queries = objects(document.get("queries"))
    if queries is not None and all(isinstance(one.get("ratings"), dict) for one in queries):
        return _case(queries)
    return None


def _case(queries: list[dict[str, Any]]) -> Columns:
    return Columns.of(
        ("topic", "docno", "grade"),
        (
            (query.get("query"), docno, rating)
            for query in queries
            for docno, rating in query["ratings"].items()
        ),
    )


def _book(pairs: list[dict[str, Any]]) -> Columns:
    """Each assessor of a book is a judge; what was put off or is unrateable has no grade."""
    rows = [
        (pair.get("query_text"), pair.get("doc_id"), *_judged(judgement))
        for pair in pairs
        for judgement in objects(pair.get("judgements")) or ()
        if judgement.get("rating") is not None
    ]
    return Columns.of(("topic", "docno", "grade", "judge", "rationale"), rows)


def _judged(judgement: dict[str, Any]) -> tuple[Any, str, Any]:
    judge = judgement.get("user_email") or "unknown"
    return judgement["rating"], judge, judgement.get("explanation")
