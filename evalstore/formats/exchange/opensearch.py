"""OpenSearch's judgement lists: {"judgmentRatings": [{"query": …, "ratings": [{docId, rating}]}]}.

The list may be the request that imports it, or be in the answer of the search for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalstore.formats.exchange.columns import Columns, objects

_LIST = "judgmentRatings"


def qrels(document: Any) -> Columns | None:
    lists = list(_lists(document))
    if not lists:
        return None
    return Columns.of(
        ("topic", "docno", "grade"),
        (
            (judged.get("query"), rating.get("docId"), rating.get("rating"))
            for one in lists
            for judged in one
            for rating in objects(judged.get("ratings")) or ()
        ),
    )


def _lists(document: Any) -> Iterator[list[dict[str, Any]]]:
    """The lists in a document, or in the hits of an answer."""
    if not isinstance(document, dict):
        return
    found = objects(document.get(_LIST))
    if found is not None:
        yield found
        return
    hits = document.get("hits")
    hits = objects(hits.get("hits")) if isinstance(hits, dict) else [document]
    for hit in hits or ():
        source = hit.get("_source")
        found = objects(source.get(_LIST)) if isinstance(source, dict) else None
        if found is not None:
            yield found
