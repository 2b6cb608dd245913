"""Comparisons of pairs of systems, for `compare`, `leaderboard` and `check`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evalstore.answers.matrix import ScoreMatrix
from evalstore.plural import counted
from evalstore.selection import Selection
from evalstore.statistics.effect import Effect, effect
from evalstore.statistics.pairs import Outcome, Pairs
from evalstore.statistics.significance import How

_NAMED = 3

Pair = tuple[str, str]


@dataclass(frozen=True)
class Comparison:
    """One pair under one measure: a against b."""

    measure: str
    a: str
    b: str
    mean_a: float
    mean_b: float
    wins: int
    ties: int
    losses: int
    effect_size: float
    ci_low: float
    ci_high: float
    p_value: float
    p_corrected: float
    topics: int

    @property
    def difference(self) -> float:
        return self.mean_a - self.mean_b

    @property
    def is_identical(self) -> bool:
        return self.ties == self.topics

    @property
    def is_constant(self) -> bool:
        """Every topic differs by the same amount, so that no effect size exists."""
        return self.topics > 1 and bool(np.isnan(self.effect_size))


def compared(matrix: ScoreMatrix, pairs: Sequence[Pair], chosen: How) -> list[Comparison]:
    """Every pair, corrected for all pairs of this measure."""
    if not pairs:
        return []
    first = np.array([matrix.column(a) for a, _ in pairs], dtype=np.intp)
    second = np.array([matrix.column(b) for _, b in pairs], dtype=np.intp)
    columns = Pairs(matrix.values, first, second)
    size = effect(columns, matrix.higher_is_better)
    outcome = chosen.examine(columns)
    corrected = chosen.corrected(outcome.p_values)
    topics = [len(matrix.topics)] * len(pairs)
    numbers = zip(*_columns(size, outcome), corrected.tolist(), topics, strict=True)
    return [
        Comparison(matrix.measure, a, b, *values)
        for (a, b), values in zip(pairs, numbers, strict=True)
    ]


def _columns(size: Effect, outcome: Outcome) -> list[list[Any]]:
    return [
        column.tolist()
        for column in (
            size.means,
            size.other_means,
            size.wins,
            size.ties,
            size.losses,
            size.sizes,
            outcome.low,
            outcome.high,
            outcome.p_values,
        )
    ]


def caveats(comparisons: Sequence[Comparison], selection: Selection) -> list[str]:
    """Notes on the p-values: one topic, identical runs, measures that are not averaged."""
    notes = []
    if any(one.topics == 1 for one in comparisons):
        notes.append("one topic is too few for a test: every p-value is 1, without interval")
    else:
        identical = [one for one in comparisons if one.is_identical]
        constant = [one for one in comparisons if one.is_constant]
        notes += _listed(identical, "identical on every topic, p-value 1")
        notes += _listed(constant, "different by the same amount on every topic, no effect size")
    for row in selection.rows:
        if row.aggregate != "mean":
            notes.append(
                f"{row.measure} is a {row.aggregate} over topics in a leaderboard; "
                "the comparison uses the mean of its per-topic values"
            )
    return notes


def _listed(comparisons: Sequence[Comparison], what: str) -> list[str]:
    pairs = list(dict.fromkeys(f"{one.a} and {one.b}" for one in comparisons))
    if not pairs:
        return []
    more = f" and {counted(len(pairs) - _NAMED, 'more pair')}" if len(pairs) > _NAMED else ""
    return [f"{what}: {', '.join(pairs[:_NAMED])}{more}"]


def paired_on(selection: Selection, comparisons: Iterable[Comparison]) -> list[str]:
    """A note where fewer topics are compared than are judged."""
    topics = {one.topics for one in comparisons}
    if selection.average == "all" or not topics:
        return []
    return [f"compared on the {counted(max(topics), 'topic')} that all these systems answer"]
