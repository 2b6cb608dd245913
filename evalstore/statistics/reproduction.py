"""Measures of reproducibility (Breuer et al., SIGIR 2020; repro_eval)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evalstore.statistics.distributions import Vector
from evalstore.statistics.kendall import tau_b


def tau_union(original: Sequence[str], reproduced: Sequence[str]) -> float:
    """Kendall's tau union as repro_eval computes it: the union is in the order of the names.

    It correlates, rank by rank, the numbers of the two documents in the union; so it is
    meaningful only for nearly equal rankings, and depends on the names.
    """
    return _union_tau(original, reproduced, sorted({*original, *reproduced}))


def tau_union_by_rank(original: Sequence[str], reproduced: Sequence[str]) -> float:
    """The same with the union in the order of the original, then of the reproduced ranking.

    It measures how far the reproduced ranking has the original's order, whatever the names.
    """
    return _union_tau(original, reproduced, list(dict.fromkeys([*original, *reproduced])))


def _union_tau(original: Sequence[str], reproduced: Sequence[str], union: list[str]) -> float:
    """Of lists of different length, the longer one's end has no counterpart and is left out."""
    number = {document: rank for rank, document in enumerate(union)}
    length = min(len(original), len(reproduced))
    first = np.array([number[document] for document in original[:length]], dtype=float)
    second = np.array([number[document] for document in reproduced[:length]], dtype=float)
    return tau_b(first, second)


def rmse(original: Vector, reproduced: Vector) -> float:
    """The root mean square error of the scores per topic."""
    return math.sqrt(np.square(original - reproduced).mean())


def nrmse(original: Vector, reproduced: Vector) -> float:
    """The error as a share of the greatest that a measure between 0 and 1 could have."""
    greatest = np.maximum(original, 1 - original)
    return rmse(original, reproduced) / math.sqrt(np.square(greatest).mean())


def effect_ratio(improvements: Vector, reproduced: Vector) -> float:
    """The mean improvement over the baseline, reproduced over original: 1 is a perfect one."""
    return _over(float(reproduced.mean()), float(improvements.mean()))


def delta_relative_improvement(
    original: tuple[float, float], reproduced: tuple[float, float]
) -> float:
    """The original's relative improvement less the reproduced one; each (mean, baseline's mean)."""
    return _relative(*original) - _relative(*reproduced)


def _relative(mean: float, baseline: float) -> float:
    return _over(mean - baseline, baseline)


def _over(part: float, total: float) -> float:
    return part / total if total else math.nan
