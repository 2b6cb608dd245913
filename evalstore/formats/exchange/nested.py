"""{topic: {document: number}}, the dictionaries of ranx and pytrec_eval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalstore.formats.exchange.columns import Columns


def run(document: Any) -> Columns | None:
    return columns(document, "score") if is_nested(document) else None


def qrels(document: Any) -> Columns | None:
    return columns(document, "grade") if is_nested(document) else None


def is_nested(document: Any) -> bool:
    """Whether every value is an object of single values."""
    return isinstance(document, Mapping) and all(
        isinstance(docs, Mapping)
        and not any(isinstance(number, Mapping | list) for number in docs.values())
        for docs in document.values()
    )


def columns(document: Mapping[Any, Mapping[Any, Any]], value: str) -> Columns:
    """The pairs as rows, names as text."""
    return Columns.of(
        ("topic", "docno", value),
        (
            (str(topic), str(docno), number)
            for topic, docs in document.items()
            for docno, number in docs.items()
        ),
    )
