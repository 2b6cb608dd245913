"""Arguments and results of the tests: scores, pairs to compare, p-values and intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from evalstore.statistics.distributions import Indexes, Matrix, Vector

SEED = 42
ALPHA = 0.05
_ROUNDING = 1e-13


@dataclass(frozen=True)
class Settings:
    """The settings of a test; the confidence interval covers 1 - alpha."""

    alpha: float = ALPHA
    resamples: int | None = None
    seed: int = SEED


@dataclass(frozen=True)
class Outcome:
    """Per pair: the p-value, and the confidence interval of the mean difference.

    An interval that does not exist, as of one topic, is NaN here, and NULL further on.
    """

    p_values: Vector
    low: Vector
    high: Vector


@dataclass(frozen=True)
class Pairs:
    """Scores of topics by systems, and the pairs of columns to compare."""

    scores: Matrix
    first: Indexes
    second: Indexes

    def __len__(self) -> int:
        return len(self.first)

    @property
    def topics(self) -> int:
        return len(self.scores)

    @cached_property
    def differences(self) -> Matrix:
        """Topics by pairs."""
        return self.scores[:, self.first] - self.scores[:, self.second]

    @cached_property
    def mean_differences(self) -> Vector:
        means: Vector = self.differences.mean(axis=0)
        return means

    @cached_property
    def deviations(self) -> Vector:
        """The standard deviation of each pair's differences; 0 where they are constant."""
        if self.topics < 2:
            return np.zeros(len(self))
        deviations: Vector = self.differences.std(axis=0, ddof=1)
        return np.where(self.is_constant, 0.0, deviations)

    @cached_property
    def is_constant(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Whether all topics differ by the same amount, but for the rounding of floats."""
        spread = np.ptp(self.differences, axis=0)
        constant: np.ndarray[tuple[int], np.dtype[np.bool_]] = spread <= 1e-12 * np.abs(
            self.differences
        ).max(axis=0)
        return constant

    @cached_property
    def rounding(self) -> Vector:
        """The tolerance for equal sums over topics: floats are rounded."""
        size = np.abs(self.scores).sum(axis=0)
        rounding: Vector = _ROUNDING * (size[self.first] + size[self.second])
        return rounding

    def by_first(self) -> Iterator[tuple[int, Indexes]]:
        """Every system that is a first one, with the indexes of its pairs."""
        order = np.argsort(self.first, kind="stable")
        firsts, starts = np.unique(self.first[order], return_index=True)
        yield from zip(firsts.tolist(), np.split(order, starts[1:]), strict=True)

    def part(self, start: int, stop: int) -> Pairs:
        return replace(self, first=self.first[start:stop], second=self.second[start:stop])


def every_pair(scores: Matrix) -> Pairs:
    """Every system against every later one."""
    first, second = np.triu_indices(scores.shape[1], 1)
    return Pairs(scores, first, second)
