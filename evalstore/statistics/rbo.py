"""Rank-biased overlap: how much two rankings share, the top weighing most.

Webber, Moffat and Zobel, ACM TOIS 2010. A reader who goes on from one rank to the next with
probability p sees, on average, this share in common.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalstore.statistics.distributions import Vector


def positions(scores: Vector) -> Vector:
    """The position of each score from 1, the highest first; equal scores share the first."""
    ranks: Vector = 1.0 + np.less.outer(scores, scores).sum(axis=1)
    return ranks


def extrapolated(first: Vector, second: Vector, p: float) -> float:
    """RBO_ext of two rankings of the same things, given as scores, the highest first.

    Ties as Webber et al. have them: all that share a position are seen at once, and the overlap is
    divided by the mean number seen.
    """
    depths = np.arange(1, len(first) + 1)
    seen = np.less_equal.outer(positions(first), depths)
    other = np.less_equal.outer(positions(second), depths)
    agreements = 2 * (seen & other).sum(axis=0) / (seen.sum(axis=0) + other.sum(axis=0))
    weights = np.power(p, depths)
    return float((1 - p) / p * (agreements * weights).sum() + agreements[-1] * weights[-1])


def truncated(first: Sequence[str], second: Sequence[str], p: float, depth: int) -> float:
    """The weighted mean overlap down to a depth, or to the end of the longer ranking.

    Clarke, Vtyurina and Smucker, ACM TOIS 2021. Beyond the end of both there is nothing to share,
    so that a short ranking and itself have 1.
    """
    depth = min(depth, max(len(first), len(second)))
    ranks = {document: number for number, document in enumerate(second)}
    shared = np.zeros(depth)
    for number, document in enumerate(first):
        # A document is shared from the later of its two ranks on.
        later = max(number, ranks.get(document, depth))
        if later < depth:
            shared[later] += 1
    weights = np.power(p, np.arange(depth))
    overlaps = np.cumsum(shared) / np.arange(1, depth + 1)
    return float((overlaps * weights).sum() / weights.sum())
