"""Two-way analysis of variance over systems and topics, then Tukey's HSD of all systems.

Topics are a second factor, so that the test is paired: what all systems find hard is not taken
for noise. It is simultaneous for all pairs of systems, and needs no further correction.
"""

from __future__ import annotations

import numpy as np

from evalstore.statistics.distributions import Matrix, Vector
from evalstore.statistics.pairs import Outcome, Pairs, Settings
from evalstore.statistics.studentised_range import range_quantile, range_tails


def tukey(pairs: Pairs, settings: Settings) -> Outcome:
    """Simultaneous p-values and intervals for all systems in the scores."""
    if pairs.topics < 2:
        none = np.full(len(pairs), np.nan)
        return Outcome(np.ones(len(pairs)), none, none)
    topics, systems = pairs.scores.shape
    df = (topics - 1) * (systems - 1)
    error = float(np.sqrt(_residual_variance(pairs.scores, df) / topics))
    margin = range_quantile(settings.alpha, systems, df) * error
    p_values = _p_values(np.abs(pairs.mean_differences), error, systems, df)
    return Outcome(p_values, pairs.mean_differences - margin, pairs.mean_differences + margin)


def _residual_variance(scores: Matrix, df: int) -> float:
    """The mean square that is left when systems and topics are accounted for."""
    by_system = scores.mean(axis=0, keepdims=True)
    by_topic = scores.mean(axis=1, keepdims=True)
    residuals = scores - by_system - by_topic + scores.mean()
    variance = float(np.square(residuals).sum()) / df
    return variance if variance > 1e-24 * float(np.square(scores).max()) else 0.0


def _p_values(distances: Vector, error: float, systems: int, df: int) -> Vector:
    if error == 0:
        return np.where(distances > 0, 0.0, 1.0)
    p_values: Vector = np.where(distances > 0, range_tails(distances / error, systems, df), 1.0)
    return p_values
