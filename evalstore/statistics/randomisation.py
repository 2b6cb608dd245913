"""Fisher's randomisation test of the mean difference: flip the sign of topics at random.

All pairs share the same flips: a matrix product sums each system's scores under each flip, and a
pair is the difference of two systems. So a pair's p-value does not depend on what else is compared.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evalstore.statistics.distributions import Matrix, Vector
from evalstore.statistics.paired_t import t_interval
from evalstore.statistics.pairs import Outcome, Pairs, Settings

RESAMPLES = 100_000
_FLIPS_AT_ONCE = 2_048
_ENTRIES_AT_ONCE = 4_000_000


def randomisation(pairs: Pairs, settings: Settings) -> Outcome:
    """Two-sided; exact where all flips are no more than the requested resamples."""
    resamples = settings.resamples or RESAMPLES
    least = np.abs(pairs.differences.sum(axis=0)) - pairs.rounding
    is_exact = 2**pairs.topics <= resamples
    flips = (
        _every_flip(pairs.topics) if is_exact else _random_flips(pairs.topics, resamples, settings)
    )
    extreme = np.zeros(len(pairs))
    for signs in flips:
        extreme += _extreme(pairs, (signs @ pairs.scores).T.copy(), least)
    p_values = extreme / 2**pairs.topics if is_exact else (extreme + 1) / (resamples + 1)
    return Outcome(p_values, *t_interval(pairs, settings))


def _extreme(pairs: Pairs, sums: Matrix, least: Vector) -> Vector:
    """In how many flips each pair differs by at least so much; the sums are systems by flips."""
    counts = np.empty(len(pairs))
    for first, indexes in pairs.by_first():
        distances = np.abs(sums[first] - sums[pairs.second[indexes]])
        counts[indexes] = np.count_nonzero(distances >= least[indexes, np.newaxis], axis=1)
    return counts


def _random_flips(topics: int, resamples: int, settings: Settings) -> Iterator[Matrix]:
    """Rows of 1 and -1, some at a time: how many depends on nothing but the topics."""
    generator = np.random.default_rng(settings.seed)
    at_once = rows_at_once(topics)
    for start in range(0, resamples, at_once):
        rows = min(at_once, resamples - start)
        yield _signs(generator.integers(0, 2, size=(rows, topics), dtype=np.int8))


def _every_flip(topics: int) -> Iterator[Matrix]:
    for start in range(0, 2**topics, _FLIPS_AT_ONCE):
        numbers = np.arange(start, min(start + _FLIPS_AT_ONCE, 2**topics))
        yield _signs((numbers[:, np.newaxis] >> np.arange(topics)) & 1)


def _signs(bits: np.ndarray) -> Matrix:
    return bits.astype(float) * 2 - 1


def rows_at_once(topics: int) -> int:
    """How many resamples to draw at once, to bound the memory."""
    return max(1, min(_FLIPS_AT_ONCE, _ENTRIES_AT_ONCE // topics))
