"""Rankings that SQL does not make: scores that are not finite, and ties in ascending order."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

Scored = tuple[str, float]
Item = TypeVar("Item")


def precise(scores: Sequence[float], compat: int) -> list[float]:
    """The scores as they are compared: version 9 has 32-bit floats."""
    import numpy as np

    if compat >= 10:
        return list(scores)
    with np.errstate(over="ignore"):
        return list(map(float, np.asarray(scores, dtype=np.float64).astype(np.float32)))


def ranked(
    documents: Sequence[str], scores: Sequence[float], compat: int, *, ties_upwards: bool = False
) -> list[str]:
    """The documents by falling score; ties by name, falling too unless `ties_upwards`."""
    pairs = sorted(zip(documents, precise(scores, compat), strict=True))
    if any(math.isnan(score) for _, score in pairs):
        pairs = merge_sorted(pairs, lambda one, other: _is_after(one, other, ties_upwards))
    else:
        pairs.sort(key=lambda pair: pair[0], reverse=not ties_upwards)
        pairs.sort(key=lambda pair: -pair[1])
    return [docno for docno, _ in pairs]


def merge_sorted(items: list[Item], is_after: Callable[[Item, Item], bool]) -> list[Item]:
    """A merge sort step for step as the C library's: without a total order, the steps decide."""
    if len(items) < 2:
        return items
    half = len(items) // 2
    left, right = merge_sorted(items[:half], is_after), merge_sorted(items[half:], is_after)
    merged: list[Item] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if is_after(left[i], right[j]):
            merged.append(right[j])
            j += 1
        else:
            merged.append(left[i])
            i += 1
    return merged + left[i:] + right[j:]


def _is_after(one: Scored, other: Scored, ties_upwards: bool) -> bool:
    if one[1] > other[1]:
        return False
    if one[1] < other[1]:
        return True
    return one[0] > other[0] if ties_upwards else one[0] < other[0]
