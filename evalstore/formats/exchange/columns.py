"""Rows of a run or of judgements that were read from a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Columns:
    """Columns of equal length under our names, and what else the document says of the run."""

    values: dict[str, list[Any]]
    tag: str | None = None
    metadata: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, names: tuple[str, ...], rows: Iterable[tuple[Any, ...]], **rest: Any) -> Columns:
        """Columns of rows; without rows, empty ones."""
        columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in names]
        return cls(dict(zip(names, columns, strict=True)), **rest)


def objects(value: Any) -> list[dict[str, Any]] | None:
    """A list of objects; None for anything else."""
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return value
    return None
