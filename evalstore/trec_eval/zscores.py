"""Values as distances from the mean of other runs, in standard deviations."""

from __future__ import annotations

from collections.abc import Mapping

from evalstore.trec_eval.values import Values

MISSING = -1000000.0

Known = Mapping[tuple[str, str], tuple[float, float]]


def to_zscores(values: Values, known: Known) -> None:
    """Turn every number into its z-score, where the mean is known."""
    for label, topics in values.numbers.items():
        for topic, value in topics.items():
            topics[topic] = _zscore(value, known.get((topic, label)))


def _zscore(value: float, known: tuple[float, float] | None) -> float:
    if known is None:
        return MISSING
    mean, deviation = known
    if deviation:
        return (value - mean) / deviation
    return 0.0 if value == mean else MISSING
