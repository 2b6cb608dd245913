"""The rows of a run, column by column, as they stand in its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalstore.columns import Array, as_array
from evalstore.load.docnos import Docnos

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class RunRows:
    """Columns of as many rows; topics and tags as stretches of rows that have the same."""

    topics: pa.ChunkedArray
    docnos: Docnos
    ranks: Array | None
    scores: Array | None
    tags: pa.ChunkedArray | None

    def __len__(self) -> int:
        return len(self.docnos)


def run_rows(columns: Mapping[str, Any]) -> RunRows:
    """The rows by the names of their columns: topic, docno, and rank or score or both."""
    docnos, ranks, scores = (columns.get(name) for name in ("docno", "rank", "score"))
    return RunRows(
        columns["topic"],
        docnos if isinstance(docnos, Docnos) else Docnos.of(docnos),
        None if ranks is None else as_array(ranks),
        None if scores is None else as_array(scores),
        columns.get("tag"),
    )
