"""The tests and corrections by name, and their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from evalstore.checks import check_count
from evalstore.errors import UsageError
from evalstore.nearest import suggestion
from evalstore.plural import counted
from evalstore.statistics import bootstrap, paired_t, randomisation, sign, tukey, wilcoxon
from evalstore.statistics.corrections import CORRECTIONS, Correction
from evalstore.statistics.distributions import Vector
from evalstore.statistics.pairs import ALPHA, SEED, Outcome, Pairs, Settings

_ENTRIES_AT_ONCE = 8_000_000
_Chosen = TypeVar("_Chosen")


@dataclass(frozen=True)
class SignificanceTest:
    """A test, its title in footers, and its properties."""

    title: str
    run: Callable[[Pairs, Settings], Outcome]
    interval: str = "by Student's t, not simultaneous"
    resamples: int | None = None
    corrects_itself: bool = False


TESTS = {
    "t": SignificanceTest("paired t test", paired_t.paired_t),
    "wilcoxon": SignificanceTest("Wilcoxon signed-rank test", wilcoxon.wilcoxon),
    "sign": SignificanceTest("sign test", sign.sign),
    "randomization": SignificanceTest(
        "Fisher's randomisation test",
        randomisation.randomisation,
        resamples=randomisation.RESAMPLES,
    ),
    "bootstrap": SignificanceTest(
        "shifted bootstrap test",
        bootstrap.bootstrap,
        "by the bootstrap (BCa), not simultaneous",
        bootstrap.RESAMPLES,
    ),
    "tukey": SignificanceTest(
        "two-way ANOVA with Tukey's HSD over topics",
        tukey.tukey,
        "simultaneous for all pairs of systems",
        corrects_itself=True,
    ),
}


@dataclass(frozen=True)
class How:
    """The test, the correction, and the settings of the test."""

    test: SignificanceTest
    correction: Correction
    settings: Settings = field(default_factory=Settings)

    def examine(self, pairs: Pairs) -> Outcome:
        """The test of every pair, some pairs at a time."""
        if not len(pairs):
            return Outcome(*np.empty((3, 0)))
        width = max(1, _ENTRIES_AT_ONCE // max(1, pairs.topics))
        parts = [
            self.test.run(pairs.part(start, start + width), self.settings)
            for start in range(0, len(pairs), width)
        ]
        return Outcome(
            np.concatenate([part.p_values for part in parts]),
            np.concatenate([part.low for part in parts]),
            np.concatenate([part.high for part in parts]),
        )

    def corrected(self, p_values: Vector) -> Vector:
        return p_values if self.test.corrects_itself else self.correction.correct(p_values)

    def described(self, comparisons: int, measures: int = 1) -> str:
        """For a footer: the test, the correction and its number of comparisons, alpha."""
        text = self.test.title
        if self.test.resamples:
            resamples = self.settings.resamples or self.test.resamples
            text += f" ({resamples:,} resamples, seed {self.settings.seed})"
        if self.test.corrects_itself:
            text += ", simultaneous for all pairs of systems"
        elif comparisons > 1:
            per_measure = " per measure" if measures > 1 else ""
            number = counted(comparisons, "comparison") + per_measure
            title = self.correction.title
            text += f", {title} correction over {number}" if title else ", not corrected"
        return f"{text}, \N{GREEK SMALL LETTER ALPHA} = {self.settings.alpha:g}"


def how(
    test: str = "t",
    correction: str = "holm",
    alpha: float = ALPHA,
    resamples: int | None = None,
    seed: int = SEED,
) -> How:
    """The test, correction and settings of these names and numbers."""
    if not 0 < alpha < 1:
        raise UsageError(f"alpha must be between 0 and 1, not {alpha:g}")
    check_count("the number of resamples", resamples)
    spelt = test.replace("randomisation", "randomization")
    return How(
        _chosen("test", spelt, TESTS),
        _chosen("correction", correction, CORRECTIONS),
        Settings(alpha, resamples, seed),
    )


def _chosen(kind: str, name: str, known: dict[str, _Chosen]) -> _Chosen:
    if name not in known:
        raise UsageError(f"no {kind} {name!r}{suggestion(name, known)}")
    return known[name]
