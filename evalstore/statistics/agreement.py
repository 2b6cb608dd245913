"""Agreement of two judges, from the counts of their grades: rows the first, columns the second."""

from __future__ import annotations

import math

import numpy as np

from evalstore.statistics.distributions import Matrix, Vector


def raw_agreement(counts: Matrix) -> float:
    """The share of the documents with the same grade from both."""
    return _ratio(float(np.trace(counts)), float(counts.sum()))


def cohen_kappa(counts: Matrix, grades: Vector, power: int = 0) -> float:
    """Cohen 1960, 1968: agreement beyond chance, by each judge's shares of grades.

    A disagreement weighs 1 (power 0), the distance of the grades (1) or its square (2).
    """
    weights = _distances(grades, power)
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0))
    observed = float((weights * counts).sum() * counts.sum())
    return 1 - _ratio(observed, float((weights * expected).sum()))


def krippendorff_alpha(counts: Matrix, grades: Vector, level: str = "nominal") -> float:
    """Krippendorff 2011, two judges and no gaps: chance by the pooled grades of both judges.

    `level`: nominal (grades are names), ordinal (an order), interval (distances have a meaning).
    """
    coincidences = counts + counts.T
    totals = coincidences.sum(axis=0)
    if level == "ordinal":
        weights = _ordinal(totals)
    else:
        weights = _distances(grades, {"nominal": 0, "interval": 2}[level])
    observed = float((weights * coincidences).sum() * (totals.sum() - 1))
    return 1 - _ratio(observed, float((weights * np.outer(totals, totals)).sum()))


def overlap(counts: Matrix, grades: Vector, rel: float = 1) -> float:
    """Voorhees 2000: of the documents that either judge finds relevant, those that both do."""
    relevant = grades >= rel
    both = float(counts[relevant][:, relevant].sum())
    neither = float(counts[~relevant][:, ~relevant].sum())
    return _ratio(both, float(counts.sum()) - neither)


def _distances(grades: Vector, power: int) -> Matrix:
    distances = np.abs(np.subtract.outer(grades, grades))
    weights: Matrix = np.where(distances > 0, distances**power, 0.0)
    return weights


def _ordinal(totals: Vector) -> Matrix:
    """The square of the number of grades given from one to the other, the ends counted half."""
    middle = np.cumsum(totals) - totals / 2
    weights: Matrix = np.square(np.subtract.outer(middle, middle))
    return weights


def _ratio(part: float, total: float) -> float:
    """NaN where there is nothing to divide by: one grade alone cannot be agreed on by chance."""
    return part / total if total else math.nan
