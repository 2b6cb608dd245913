"""What a load did with each file, and its notes in short form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from evalstore.errors import EvalstoreError
from evalstore.plural import counted

Outcome = Literal["loaded", "replaced", "already loaded"]

FILES_LISTED = 10
NAMES_LISTED = 3

_NUMBER = re.compile(r"\b\d[\d,]*\b")


@dataclass
class Loaded:
    """One file's outcome."""

    source: str
    name: str
    outcome: Outcome
    topics: int = 0
    rows: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass
class LoadReport:
    """All files of one call."""

    kind: str
    files: list[Loaded] = field(default_factory=list)
    refused: list[EvalstoreError] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def loaded(self) -> list[Loaded]:
        return [file for file in self.files if file.outcome != "already loaded"]

    @property
    def names(self) -> dict[str, str]:
        """The systems or sets that were new or loaded before, and their files."""
        return {file.name: file.source for file in self.files}

    @property
    def rows(self) -> int:
        return sum(file.rows for file in self.loaded)

    def summary(self) -> str:
        """One line: how much was loaded, and how long it took."""
        loaded = self.loaded
        topics = max((file.topics for file in loaded), default=0)
        parts = [
            counted(len(loaded), self.kind),
            counted(topics, "topic"),
            counted(self.rows, "row"),
            f"{self.seconds:.1f} s",
        ]
        text = "loaded " + ", ".join(parts)
        if already := len(self.files) - len(loaded):
            text += f"; {already:,} already loaded, nothing to do"
        if self.refused:
            text += f"; {len(self.refused):,} refused"
        return text

    def raise_refused(self) -> LoadReport:
        """Raise the first refusal, if any; the rest of the call has been loaded all the same."""
        if self.refused:
            raise self.refused[0]
        return self


def compact(files: Sequence[Loaded]) -> list[str]:
    """`NAME: note`, or one line for more than ten files with the same kind of note."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for file in files:
        for text in file.notes:
            kinds.setdefault(_kind(text), []).append((file.name, text))
    return [line for noted in kinds.values() for line in _lines(noted)]


def _kind(text: str) -> str:
    """The note without its numbers, singular and plural alike."""
    return _NUMBER.sub("0", text).replace("topics", "topic")


def _lines(noted: list[tuple[str, str]]) -> list[str]:
    if len(noted) <= FILES_LISTED:
        return [f"{name}: {text}" for name, text in noted]
    names = ", ".join(name for name, _ in noted[:NAMES_LISTED])
    return [f"{_common([text for _, text in noted])}: {len(noted):,} files ({names}, …)"]


def _common(texts: list[str]) -> str:
    """One text for all of them: where their numbers differ, from the least to the greatest."""
    columns = zip(*(_NUMBER.findall(text) for text in texts), strict=True)
    ranges = iter([_range(column) for column in columns])
    return _NUMBER.sub(lambda _: next(ranges), max(texts, key=len))


def _range(numbers: Sequence[str]) -> str:
    ordered = sorted(set(numbers), key=lambda number: int(number.replace(",", "")))
    return ordered[0] if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"
