"""Gains that differ by less than 1: trec_eval sorts them wrongly, and so its ideal ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.numbers import atol
from evalstore_cli.trec_eval.order import merge_sorted
from evalstore_cli.trec_eval.reading import Judged

Level = tuple[float, int]  # a gain, and how many documents have it


def is_misordered(line: Line) -> bool:
    """Whether some gain is no integer, so that differences are lost in the comparison."""
    return any(not gain.is_integer() for name, gain in line.pairs if name != "p")


def ideal_gains(line: Line, judged: Sequence[Judged]) -> list[float]:
    """The gains of the ideal ranking, rank by rank, as trec_eval comes to see them."""
    levels = _sorted_levels(line.pairs, Counter(int(one.grade) for one in judged))
    if not levels or levels[-1][0] <= 0:
        return []
    return list(_walk(levels))


def _sorted_levels(pairs: Sequence[tuple[str, float]], documents: Mapping[int, int]) -> list[Level]:
    gains: dict[int, float] = {}
    for name, gain in pairs:
        gains.setdefault(atol(name), gain)
    for level in range(max(documents, default=-1) + 1):
        gains.setdefault(level, float(level))
    levels = [(gain, documents.get(level, 0) if level >= 0 else 0) for level, gain in gains.items()]
    # The comparison of two gains is their difference, cut to a whole number. Both libraries'
    # sorts are stable merges, but only the C library's halves give the C library's order.
    return merge_sorted(levels, lambda one, other: int(one[0] - other[0]) > 0)


def _walk(levels: list[Level]) -> Iterator[float]:
    """From the top down to the first level that has documents and no gain."""
    for gain, documents in reversed(levels):
        if documents and gain <= 0:
            return
        yield from [gain] * documents
