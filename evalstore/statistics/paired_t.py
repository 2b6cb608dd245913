"""The paired t test, and the confidence interval that goes with it."""

from __future__ import annotations

import numpy as np

from evalstore.statistics.distributions import Vector, t_quantile, t_tails
from evalstore.statistics.pairs import Outcome, Pairs, Settings


def paired_t(pairs: Pairs, settings: Settings) -> Outcome:
    """Two-sided. Identical runs and one topic give 1, a constant difference gives 0."""
    return Outcome(_p_values(pairs), *t_interval(pairs, settings))


def _p_values(pairs: Pairs) -> Vector:
    p_values = np.where(pairs.differences.any(axis=0), 0.0, 1.0)
    if pairs.topics < 2:
        return np.ones(len(pairs))
    varied = pairs.deviations > 0
    errors = pairs.deviations[varied] / np.sqrt(pairs.topics)
    t = pairs.mean_differences[varied] / errors
    p_values[varied] = t_tails(t, pairs.topics - 1)
    return p_values


def t_interval(pairs: Pairs, settings: Settings) -> tuple[Vector, Vector]:
    """The confidence interval of the mean difference; of one topic there is none."""
    if pairs.topics < 2:
        none = np.full(len(pairs), np.nan)
        return none, none
    quantile = t_quantile(settings.alpha, pairs.topics - 1)
    margin = quantile * pairs.deviations / np.sqrt(pairs.topics)
    return pairs.mean_differences - margin, pairs.mean_differences + margin
