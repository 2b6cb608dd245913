"""JSON documents of other tools, as columns of runs and judgements.

One file for each tool: `run(document)` and `qrels(document)` give the columns, or None if the
document is not of that shape. The first that recognises it counts.
"""

from __future__ import annotations

from typing import Any

from evalstore.errors import DataError
from evalstore.formats.exchange import elasticsearch, mteb, nested, opensearch, quepid
from evalstore.formats.exchange.columns import Columns

__all__ = ["Columns", "qrels_columns", "run_columns"]

_RUNS = (mteb.run, elasticsearch.run, quepid.run, nested.run)
_QRELS = (elasticsearch.qrels, opensearch.qrels, quepid.qrels, nested.qrels)
_RUN_SHAPES = (
    "{topic: {docno: score}}, MTEB predictions, a _rank_eval or _msearch response, a Quepid "
    "snapshot, or objects with topic, docno and score"
)
_QRELS_SHAPES = (
    "{topic: {docno: grade}}, a _rank_eval request, an OpenSearch judgement list, a Quepid book, "
    "or objects with topic, docno and grade"
)


def run_columns(document: Any) -> Columns:
    """The rows of a run in any of the known shapes."""
    for read in _RUNS:
        if (found := read(document)) is not None:
            return found
    raise DataError(f"JSON of an unknown shape; a run is {_RUN_SHAPES}")


def qrels_columns(document: Any) -> Columns:
    """The rows of judgements in any of the known shapes."""
    for read in _QRELS:
        if (found := read(document)) is not None:
            return found
    raise DataError(f"JSON of an unknown shape; judgements are {_QRELS_SHAPES}")
