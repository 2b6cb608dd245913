"""Tiers of a leaderboard: groups of systems that are not significantly different."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalstore.answers.built import BLANK
from evalstore.answers.matrix import ScoreMatrix
from evalstore.statistics import tiers
from evalstore.statistics.pairs import every_pair
from evalstore.statistics.significance import How


@dataclass(frozen=True)
class Tiers:
    """Each system's letters and lines, and what they mean."""

    labels: dict[str, str]
    lines: dict[str, str]
    notes: list[str]


def tiers_of(matrix: ScoreMatrix, ranked: list[str], how: How) -> Tiers:
    """Groups of the ranking, such that systems without a common letter differ significantly."""
    order = [matrix.column(system) for system in ranked]
    pairs = every_pair(matrix.values[:, order])
    p_values = how.corrected(how.examine(pairs).p_values)
    significant = np.zeros((len(ranked), len(ranked)), dtype=bool)
    significant[pairs.first, pairs.second] = p_values < how.settings.alpha
    found = tiers.groups(significant)
    labels, lines = tiers.labels(found, len(ranked)), tiers.lines(found, len(ranked), BLANK)
    shared = sum(int(significant[start : end + 1, start : end + 1].sum()) for start, end in found)
    return Tiers(
        dict(zip(ranked, labels, strict=True)),
        dict(zip(ranked, lines, strict=True)),
        _notes(matrix, how, len(pairs), shared > 0),
    )


def _notes(matrix: ScoreMatrix, how: How, comparisons: int, some_differ: bool) -> list[str]:
    text = (
        f"systems without a common tier differ significantly in {matrix.measure}: "
        f"{how.described(comparisons)}"
    )
    if some_differ:
        text += "; within a tier, some pairs do too"
    return [text]
