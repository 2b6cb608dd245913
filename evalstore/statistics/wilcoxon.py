"""Wilcoxon's signed-rank test, by the rules of `scipy.stats.wilcoxon` (1.13 and later).

Topics without a difference are left out. The distribution is exact for up to 50 topics without
ties, and with ties for up to 13; beyond, it is the normal approximation, corrected for ties.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from evalstore.statistics.distributions import Vector, normal_tails
from evalstore.statistics.paired_t import t_interval
from evalstore.statistics.pairs import Outcome, Pairs, Settings

_EXACT_WITHOUT_TIES = 50
_EXACT_WITH_TIES = 13


def wilcoxon(pairs: Pairs, settings: Settings) -> Outcome:
    """Two-sided; identical runs give 1."""
    p_values = np.array([_p_value(column) for column in pairs.differences.T], dtype=float)
    return Outcome(p_values, *t_interval(pairs, settings))


def _p_value(differences: Vector) -> float:
    changed = differences[differences != 0]
    if not len(changed):
        return 1.0
    _, index, sizes = np.unique(np.abs(changed), return_inverse=True, return_counts=True)
    # Doubled, the mean ranks of tied topics are integers too.
    doubled = (2 * np.cumsum(sizes) - sizes + 1)[index]
    positive = int(doubled[changed > 0].sum())
    regular = len(sizes) == len(differences)
    limit = _EXACT_WITHOUT_TIES if regular else _EXACT_WITH_TIES
    if len(differences) <= limit:
        return _exact(tuple(sorted(doubled.tolist())), positive)
    return _approximate(len(changed), sizes, positive / 2)


def _exact(doubled: tuple[int, ...], positive: int) -> float:
    chances = _sum_of_some(doubled)
    less, more = chances[: positive + 1].sum(), chances[positive:].sum()
    return min(1.0, 2 * float(min(less, more)))


@cache
def _sum_of_some(numbers: tuple[int, ...]) -> Vector:
    """The probability of each sum, when every number is included with probability 1/2."""
    chances = np.zeros(sum(numbers) + 1)
    chances[0] = 1.0
    for number in numbers:
        taken = np.zeros_like(chances)
        taken[number:] = chances[:-number]
        chances = (chances + taken) / 2
    return chances


def _approximate(count: int, tied: np.ndarray, positive: float) -> float:
    expected = count * (count + 1) / 4
    sizes = tied.astype(float)
    ties = float((sizes**3 - sizes).sum()) / 2
    error = np.sqrt((count * (count + 1) * (2 * count + 1) - ties) / 24)
    return normal_tails((positive - expected) / error)
