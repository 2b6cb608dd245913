"""The bootstrap over topics: the shifted test of the mean difference, and its BCa interval.

BCa is the bias-corrected and accelerated interval (Efron 1987), as `scipy.stats.bootstrap` has it.
All pairs share the same samples of topics, whatever else is compared.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evalstore.statistics.distributions import (
    Matrix,
    Vector,
    normal_probability,
    normal_quantile,
)
from evalstore.statistics.pairs import Outcome, Pairs, Settings
from evalstore.statistics.randomisation import rows_at_once

RESAMPLES = 10_000
_ROUNDING = 1e-12
_MEANS_AT_ONCE = 8_000_000


def bootstrap(pairs: Pairs, settings: Settings) -> Outcome:
    """Two-sided; identical runs and one topic give 1."""
    resamples = settings.resamples or RESAMPLES
    width = max(1, _MEANS_AT_ONCE // resamples)
    parts = [
        _of_part(pairs.part(start, start + width), resamples, settings)
        for start in range(0, len(pairs), width)
    ]
    p_values, low, high = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Outcome(p_values, low, high)


def _of_part(pairs: Pairs, resamples: int, settings: Settings) -> tuple[Vector, Vector, Vector]:
    means = resampled_means(pairs.differences, resamples, settings.seed)
    intervals = [
        bca_interval(column, sampled, settings.alpha)
        for column, sampled in zip(pairs.differences.T, means.T, strict=True)
    ]
    low, high = np.array(intervals, dtype=float).T
    return _shifted_test(pairs, means), low, high


def _shifted_test(pairs: Pairs, means: Matrix) -> Vector:
    """How often a sample of differences, shifted to mean 0, has a mean as far from it."""
    if pairs.topics < 2:
        return np.ones(len(pairs))
    observed = pairs.mean_differences
    least = np.abs(observed) - _ROUNDING * np.abs(pairs.differences).max(axis=0)
    extreme = (np.abs(means - observed) >= least).sum(axis=0)
    p_values: Vector = (extreme + 1) / (len(means) + 1)
    return p_values


def resampled_means(differences: Matrix, resamples: int, seed: int) -> Matrix:
    """Resamples by pairs: the mean difference over topics drawn with replacement."""
    return np.concatenate(
        [drawn @ differences for drawn in _samples(len(differences), resamples, seed)]
    )


def _samples(topics: int, resamples: int, seed: int) -> Iterator[Matrix]:
    """The share of each topic in each sample."""
    generator = np.random.default_rng(seed)
    even = np.full(topics, 1 / topics)
    at_once = rows_at_once(topics)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        yield generator.multinomial(topics, even, size=rows) / topics


def bca_interval(differences: Vector, means: Vector, alpha: float) -> tuple[float, float]:
    """The interval, from the differences and the means of their samples; of one topic, none."""
    if len(differences) < 2:
        return np.nan, np.nan
    observed = differences.mean()
    centred = differences - observed
    below = ((means < observed).mean() + (means <= observed).mean()) / 2
    if not centred.any() or not 0 < below < 1:
        return float(means.min()), float(means.max())
    bias = normal_quantile(float(below))
    acceleration = float((centred**3).sum() / (centred**2).sum() ** 1.5 / 6)
    levels = [_level(bias, acceleration, edge) for edge in (alpha / 2, 1 - alpha / 2)]
    low, high = np.quantile(means, levels)
    return float(low), float(high)


def _level(bias: float, acceleration: float, edge: float) -> float:
    shifted = bias + normal_quantile(edge)
    return normal_probability(bias + shifted / (1 - acceleration * shifted))
