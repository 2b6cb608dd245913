"""Whether the preferences of one group of assessors contradict each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise


@dataclass(frozen=True)
class Contradiction:
    """Contradictory documents: `kind` is levels, relevance or circle."""

    kind: str
    documents: tuple[str, ...]


def contradiction(rows: Iterable[tuple[str, str, float]]) -> Contradiction | None:
    """The first contradiction in a group's (subgroup, document, level), if there is one.

    Within one subgroup a document has one level. Across subgroups it is always or never
    non-relevant (level 0), and no document is preferred to itself by way of others.
    """
    subgroups: dict[str, dict[str, set[float]]] = defaultdict(lambda: defaultdict(set))
    for subgroup, document, level in rows:
        subgroups[subgroup][document].add(level)
    if len(subgroups) == 1:
        [levels] = subgroups.values()
        return _several_levels(levels)
    return _both_kinds(subgroups.values()) or _circle(subgroups.values())


def _several_levels(levels: dict[str, set[float]]) -> Contradiction | None:
    for document in sorted(levels):
        if len(levels[document]) > 1:
            return Contradiction("levels", (document,))
    return None


def _both_kinds(subgroups: Iterable[dict[str, set[float]]]) -> Contradiction | None:
    kinds: dict[str, set[bool]] = defaultdict(set)
    for levels in subgroups:
        for document, found in levels.items():
            kinds[document] |= {level > 0 for level in found if level >= 0}
    mixed = sorted(document for document, found in kinds.items() if len(found) > 1)
    return Contradiction("relevance", (mixed[0],)) if mixed else None


def _circle(subgroups: Iterable[dict[str, set[float]]]) -> Contradiction | None:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for levels in subgroups:
        by_level: dict[float, list[str]] = defaultdict(list)
        for document, found in levels.items():
            for level in found:
                by_level[level].append(document)
        for better, worse in pairwise(sorted(by_level, reverse=True)):
            for document in by_level[worse]:
                sorter.add(document, *(one for one in by_level[better] if one != document))
    try:
        sorter.prepare()
    except CycleError as error:
        return Contradiction("circle", tuple(error.args[1]))
    return None
