"""Elasticsearch and OpenSearch: _rank_eval requests and responses, _msearch responses.

A response of _msearch does not name its searches: the topics are numbered from 1 in its order,
which is that of the request.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalstore.errors import DataError
from evalstore.formats.exchange.columns import Columns, objects

_RUN = ("topic", "docno", "rank", "score")


def run(document: Any) -> Columns | None:
    if not isinstance(document, dict):
        return None
    details, responses = document.get("details"), objects(document.get("responses"))
    if isinstance(details, dict) and all(_is_detail(detail) for detail in details.values()):
        rows = _hits({t: [h["hit"] for h in detail["hits"]] for t, detail in details.items()})
        return _ranked(list(rows), [])
    if responses is not None:
        note = "topics are numbered from 1, in the order of the searches"
        hits = {str(n): _found(n, item) for n, item in enumerate(responses, 1)}
        return _ranked(list(_hits(hits)), [note])
    return None


def _is_detail(detail: Any) -> bool:
    hits = objects(detail.get("hits")) if isinstance(detail, dict) else None
    return hits is not None and all(isinstance(hit.get("hit"), dict) for hit in hits)


def _found(number: int, response: dict[str, Any]) -> list[dict[str, Any]]:
    hits = response.get("hits")
    found = objects(hits.get("hits")) if isinstance(hits, dict) else None
    if found is None:
        reason = response.get("error", "no hits")
        raise DataError(f"search {number} failed: {str(reason)[:100]}")
    return found


def _hits(by_topic: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[Any, ...]]:
    for topic, hits in by_topic.items():
        for rank, hit in enumerate(hits, 1):
            yield topic, hit.get("_id"), rank, hit.get("_score")


def _ranked(rows: list[tuple[Any, ...]], notes: list[str]) -> Columns:
    """Hits that were sorted by a field have no score, and are ranked as they came."""
    found = Columns.of(_RUN, rows, notes=notes)
    if None in found.values["score"]:
        del found.values["score"]
    return found


def qrels(document: Any) -> Columns | None:
    requests = objects(document.get("requests")) if isinstance(document, dict) else None
    if requests is None:
        return None
    return Columns.of(
        ("topic", "docno", "grade"),
        (
            (request.get("id"), rating.get("_id"), rating.get("rating"))
            for request in requests
            for rating in objects(request.get("ratings")) or ()
        ),
    )
