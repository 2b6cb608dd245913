"""AP correlation: a variant of Kendall's tau that gives the top of the ranking more weight.

Yilmaz, Aslam and Robertson, SIGIR 2008: walk down the estimated ranking, take at each rank the
share of the systems above that the true ranking puts above too, and average: 1 where all agree,
-1 where all are reversed. It is defined without ties; Urbano and Marrero, ICTIR 2017, give the two
ways to have them that are here.
"""

from __future__ import annotations

import math

import numpy as np

from evalstore.statistics.distributions import Matrix, Vector


def tau_ap(reference: Vector, estimate: Vector) -> float:
    """The mean over all orders of the ties on either side (their tau_AP,a)."""
    if len(reference) < 2:
        return math.nan
    above = np.less.outer(estimate, estimate)
    tied = np.equal.outer(estimate, estimate)
    np.fill_diagonal(tied, False)
    agreed = _agreed(reference)
    shares = [
        _expected_share(*counts)
        for counts in zip(
            above.sum(axis=1),
            tied.sum(axis=1),
            (agreed * above).sum(axis=1),
            (agreed * tied).sum(axis=1),
            strict=True,
        )
    ]
    return float(2 * sum(shares) / (len(reference) - 1) - 1)


def _agreed(reference: Vector) -> Matrix:
    """Row by column: whether the reference ranks the column's system higher; 1/2 if tied."""
    higher = np.less.outer(reference, reference).astype(float)
    return higher + np.equal.outer(reference, reference) / 2


def _expected_share(above: int, tied: int, agreed_above: float, agreed_tied: float) -> float:
    """The share agreed above a system whose rank among those tied with it is random."""
    ranks = np.arange(tied + 1)
    before = above + ranks
    agreed = agreed_above + (ranks * agreed_tied / tied if tied else 0.0)
    shares = np.divide(agreed, before, out=np.zeros(len(ranks)), where=before > 0)
    return float(shares.mean())


def tau_ap_b(first: Vector, second: Vector) -> float:
    """Symmetric, pairs tied on either side left out (their tau_AP,b); NaN for a constant side."""
    return (_walked(first, second) + _walked(second, first)) / 2


def _walked(reference: Vector, estimate: Vector) -> float:
    above = np.less.outer(estimate, estimate)
    ranks = above.sum(axis=1)
    later = ranks > 0
    if not later.any():
        return math.nan
    agreed = (above & np.less.outer(reference, reference)).sum(axis=1)
    return float(2 * (agreed[later] / ranks[later]).mean() - 1)
