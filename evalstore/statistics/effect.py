"""Effect sizes: means, wins and losses, Cohen's d."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalstore.statistics.distributions import Matrix, Vector
from evalstore.statistics.pairs import Pairs


@dataclass(frozen=True)
class Effect:
    """Per pair; `sizes` is NaN where topics differ by a constant, or there is one topic."""

    means: Vector
    other_means: Vector
    wins: Vector
    ties: Vector
    losses: Vector
    sizes: Vector


def effect(pairs: Pairs, higher_is_better: bool = True) -> Effect:
    """Cohen's d of paired differences: their mean by their standard deviation."""
    means = ordered_means(pairs.scores)
    better = pairs.differences if higher_is_better else -pairs.differences
    return Effect(
        means[pairs.first],
        means[pairs.second],
        (better > 0).sum(axis=0),
        (better == 0).sum(axis=0),
        (better < 0).sum(axis=0),
        _sizes(pairs),
    )


def ordered_means(scores: Matrix) -> Vector:
    """Summed topic by topic as in the leaderboard, so that both are equal to the last bit."""
    means: Vector = np.cumsum(scores, axis=0)[-1] / len(scores)
    return means


def _sizes(pairs: Pairs) -> Vector:
    sizes = np.where(pairs.differences.any(axis=0), np.nan, 0.0)
    varied = pairs.deviations > 0
    sizes[varied] = pairs.mean_differences[varied] / pairs.deviations[varied]
    return sizes
