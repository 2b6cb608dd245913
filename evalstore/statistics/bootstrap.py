"""The bootstrap over topics: the shifted test of the mean difference, and its BCa interval.

BCa is the bias-corrected and accelerated interval (Efron 1987), as `scipy.stats.bootstrap` has it.
All pairs share the same samples of topics, whatever else is compared: a matrix product averages
each system over each sample, and a pair is the difference of two systems.
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
_MEANS_AT_ONCE = 1_000_000


def bootstrap(pairs: Pairs, settings: Settings) -> Outcome:
    """Two-sided; identical runs and one topic give 1."""
    if pairs.topics < 2:
        none = np.full(len(pairs), np.nan)
        return Outcome(np.ones(len(pairs)), none, none)
    resamples = settings.resamples or RESAMPLES
    means = resampled_means(pairs.scores, resamples, settings.seed).T.copy()
    width = max(1, _MEANS_AT_ONCE // resamples)
    parts = [
        _of_part(pairs.part(start, start + width), means, settings.alpha)
        for start in range(0, len(pairs), width)
    ]
    p_values, low, high = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Outcome(p_values, low, high)


def _of_part(pairs: Pairs, means: Matrix, alpha: float) -> tuple[Vector, Vector, Vector]:
    """The means are those of systems by samples."""
    differences = means[pairs.first] - means[pairs.second]
    return _shifted_test(pairs, differences), *bca_intervals(pairs, differences, alpha)


def _shifted_test(pairs: Pairs, means: Matrix) -> Vector:
    """How often a sample of differences, shifted to mean 0, has a mean as far from it."""
    observed = pairs.mean_differences
    least = np.abs(observed) - pairs.rounding / pairs.topics
    distances = np.abs(means - observed[:, np.newaxis])
    extreme = np.count_nonzero(distances >= least[:, np.newaxis], axis=1)
    p_values: Vector = (extreme + 1) / (means.shape[1] + 1)
    return p_values


def resampled_means(scores: Matrix, resamples: int, seed: int) -> Matrix:
    """Resamples by systems: the mean score over topics drawn with replacement."""
    return np.concatenate([drawn @ scores for drawn in _samples(len(scores), resamples, seed)])


def _samples(topics: int, resamples: int, seed: int) -> Iterator[Matrix]:
    """The share of each topic in each sample."""
    generator = np.random.default_rng(seed)
    even = np.full(topics, 1 / topics)
    at_once = rows_at_once(topics)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        yield generator.multinomial(topics, even, size=rows) / topics


def bca_intervals(pairs: Pairs, means: Matrix, alpha: float) -> tuple[Vector, Vector]:
    """From pairs by samples: the mean difference of each sample.

    Where all topics differ alike, or all samples lie on one side, the range of the samples.
    """
    below = _share_below(pairs, means)
    usual = (below > 0) & (below < 1) & ~pairs.is_constant
    means.sort(axis=1)
    low, high = means[:, 0].copy(), means[:, -1].copy()
    biases = np.array([normal_quantile(share) for share in below[usual].tolist()])
    accelerations = _accelerations(pairs.differences[:, usual])
    for edge, found in ((alpha / 2, low), (1 - alpha / 2, high)):
        found[usual] = _quantiles(means[usual], _levels(biases, accelerations, edge))
    return low, high


def _share_below(pairs: Pairs, means: Matrix) -> Vector:
    """The share of the samples below the mean difference, those equal to it counted half."""
    observed = pairs.mean_differences[:, np.newaxis]
    rounding = (pairs.rounding / pairs.topics)[:, np.newaxis]
    less = np.count_nonzero(means < observed - rounding, axis=1)
    up_to = np.count_nonzero(means <= observed + rounding, axis=1)
    shares: Vector = (less + up_to) / (2 * means.shape[1])
    return shares


def _accelerations(differences: Matrix) -> Vector:
    centred = differences - differences.mean(axis=0)
    accelerations: Vector = (centred**3).sum(axis=0) / (centred**2).sum(axis=0) ** 1.5 / 6
    return accelerations


def _levels(biases: Vector, accelerations: Vector, edge: float) -> Vector:
    shifted = biases + normal_quantile(edge)
    corrected = biases + shifted / (1 - accelerations * shifted)
    return np.array([normal_probability(z) for z in corrected.tolist()])


def _quantiles(ordered: Matrix, levels: Vector) -> Vector:
    """One of each row, between its neighbours as far as the level lies between them."""
    positions = levels * (ordered.shape[1] - 1)
    before = np.floor(positions).astype(np.intp)
    after = np.minimum(before + 1, ordered.shape[1] - 1)
    rows = np.arange(len(ordered))
    lower, upper = ordered[rows, before], ordered[rows, after]
    quantiles: Vector = lower + (upper - lower) * (positions - before)
    return quantiles
