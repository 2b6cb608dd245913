"""Corrections for multiple comparisons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evalstore.statistics.distributions import Vector


@dataclass(frozen=True)
class Correction:
    """A correction, and its title in footers."""

    title: str
    correct: Callable[[Vector], Vector]


def holm(p_values: Vector) -> Vector:
    """Holm 1979: the smallest times their number, the next times one less, never decreasing."""
    count, order = len(p_values), np.argsort(p_values, kind="stable")
    stepped = p_values[order] * np.arange(count, 0, -1)
    return _placed(np.maximum.accumulate(stepped), order)


def bonferroni(p_values: Vector) -> Vector:
    """Every p-value times their number."""
    return np.minimum(1.0, p_values * len(p_values))


def benjamini_hochberg(p_values: Vector) -> Vector:
    """Benjamini and Hochberg 1995: the share of false discoveries, not the chance of one."""
    count, order = len(p_values), np.argsort(p_values, kind="stable")
    stepped = p_values[order] * count / np.arange(1, count + 1)
    return _placed(np.minimum.accumulate(stepped[::-1])[::-1], order)


def _placed(ordered: Vector, order: np.ndarray) -> Vector:
    """In the original order, at most 1."""
    placed = np.empty_like(ordered)
    placed[order] = np.minimum(1.0, ordered)
    return placed


CORRECTIONS = {
    "holm": Correction("Holm", holm),
    "bonferroni": Correction("Bonferroni", bonferroni),
    "bh": Correction("Benjamini\N{EN DASH}Hochberg", benjamini_hochberg),
    "none": Correction("", lambda p_values: p_values),
}
