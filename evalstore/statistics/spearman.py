"""Spearman's correlation, and ranks where ties share their mean."""

from __future__ import annotations

import math

import numpy as np

from evalstore.statistics.distributions import Vector


def mean_ranks(scores: Vector) -> Vector:
    """From 1 for the lowest score; equal scores share the mean of their ranks."""
    _, index, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks: Vector = (np.cumsum(counts) - (counts - 1) / 2)[index]
    return ranks


def spearman(first: Vector, second: Vector) -> float:
    """The linear correlation of the mean ranks; NaN where one side is constant."""
    if len(first) < 2:
        return math.nan
    a, b = (ranks - ranks.mean() for ranks in (mean_ranks(first), mean_ranks(second)))
    spread = math.sqrt(np.square(a).sum() * np.square(b).sum())
    return float((a * b).sum() / spread) if spread else math.nan
