"""Scores to test on: columns are systems, rows are topics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalstore.statistics.pairs import Pairs, every_pair
from evalstore.statistics.significance import how

Matrix = NDArray[np.float64]
SIZES = [2, 3, 5, 12, 13, 14, 30, 50, 51, 200]


def columns(*systems: list[float]) -> Pairs:
    """Every pair of systems written out as lists."""
    return every_pair(np.array(systems, dtype=float).T)


def smooth(topics: int, systems: int = 5) -> Matrix:
    """Distinct values: no ties."""
    return np.random.default_rng(topics).random((topics, systems))


def coarse(topics: int, systems: int = 5) -> Matrix:
    """Few different values, as of P@5: many ties, many differences of 0."""
    return np.round(np.random.default_rng(topics).random((topics, systems)) * 5) / 5


def p_values(test: str, pairs: Pairs, **settings: int) -> list[float]:
    """What the test says."""
    found: list[float] = how(test, **settings).examine(pairs).p_values.tolist()  # type: ignore[arg-type]
    return found


# Runs that leave a test nothing to work with, and the p-value that every test then gives.
IDENTICAL = columns([0.2, 0.4, 0.9, 0.1], [0.2, 0.4, 0.9, 0.1])
ONE_TOPIC = columns([0.7], [0.2])
CONSTANT = columns([0.3, 0.5, 0.7, 0.9], [0.2, 0.4, 0.6, 0.8])
