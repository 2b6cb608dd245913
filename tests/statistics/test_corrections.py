"""Corrections for many comparisons."""

from __future__ import annotations

import numpy as np
import pytest

from evalstore.errors import UsageError
from evalstore.statistics.corrections import CORRECTIONS
from evalstore.statistics.significance import how

RAW = [0.01, 0.04, 0.03, 0.5]


@pytest.mark.parametrize(
    ("name", "corrected"),
    [
        ("holm", [0.04, 0.09, 0.09, 0.5]),  # 4 · 0.01, 3 · 0.03, then 2 · 0.04 no less than that
        ("bonferroni", [0.04, 0.16, 0.12, 1.0]),
        ("bh", [0.04, 0.16 / 3, 0.16 / 3, 0.5]),  # 4/3 · 0.04 is less than 4/2 · 0.03
        ("none", RAW),
    ],
)
def test_worked_by_hand(name: str, corrected: list[float]) -> None:
    assert CORRECTIONS[name].correct(np.array(RAW)) == pytest.approx(corrected)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh")]
)
@pytest.mark.parametrize("count", [1, 2, 10, 500])
def test_the_same_as_statsmodels(ours: str, theirs: str, count: int) -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    values = np.random.default_rng(count).random(count) ** 3
    expected = multitest.multipletests(values, method=theirs)[1]
    assert CORRECTIONS[ours].correct(values) == pytest.approx(expected, abs=1e-12)


def test_equal_p_values_stay_equal() -> None:
    assert CORRECTIONS["holm"].correct(np.array([0.02, 0.02])).tolist() == [0.04, 0.04]


def test_an_unknown_test_or_correction_is_named() -> None:
    with pytest.raises(UsageError, match="did you mean 'wilcoxon'"):
        how("wilcox")
    with pytest.raises(UsageError, match="did you mean 'holm'"):
        how(correction="hollm")
    assert how("randomisation") == how("randomization")


@pytest.mark.parametrize("choice", [{"alpha": 0.0}, {"alpha": 1.0}, {"resamples": 0}])
def test_settings_that_make_no_sense_are_refused(choice: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        how(**choice)  # type: ignore[arg-type]


def test_a_footer_names_test_correction_and_alpha() -> None:
    assert how().described(5) == (
        "paired t test, Holm correction over 5 comparisons, \N{GREEK SMALL LETTER ALPHA} = 0.05"
    )
    assert "(1,000 resamples, seed 7)" in how("bootstrap", resamples=1000, seed=7).described(1)
    assert "simultaneous" in how("tukey").described(3)
