"""The notes of a load, made short: what many files have in common is said once."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalstore.load.report import Loaded

SAID_ONE_BY_ONE = 10
NAMES_SHOWN = 3

_NUMBER = re.compile(r"\b\d[\d,]*\b")


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
    if len(noted) <= SAID_ONE_BY_ONE:
        return [f"{name}: {text}" for name, text in noted]
    names = ", ".join(name for name, _ in noted[:NAMES_SHOWN])
    return [f"{_common([text for _, text in noted])}: {len(noted)} files ({names}, …)"]


def _common(texts: list[str]) -> str:
    """One text for all of them: where their numbers differ, from the least to the greatest."""
    columns = zip(*(_NUMBER.findall(text) for text in texts), strict=True)
    ranges = iter([_range(column) for column in columns])
    return _NUMBER.sub(lambda _: next(ranges), max(texts, key=len))


def _range(numbers: Sequence[str]) -> str:
    ordered = sorted(set(numbers), key=lambda number: int(number.replace(",", "")))
    return ordered[0] if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"
