"""Kendall's correlation of two lists of scores of the same things."""

from __future__ import annotations

import math

import numpy as np

from evalstore.statistics.distributions import Vector


def tau_b(first: Vector, second: Vector) -> float:
    """Kendall 1945: concordant less discordant pairs, ties taken out of the pairs of each side.

    Where one side has no two different scores, there is no correlation: NaN.
    """
    signs = np.sign(np.subtract.outer(first, first))
    other = np.sign(np.subtract.outer(second, second))
    untied = math.sqrt(np.count_nonzero(signs) * np.count_nonzero(other))
    return float((signs * other).sum() / untied) if untied else math.nan
