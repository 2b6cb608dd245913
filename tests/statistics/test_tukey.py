"""Two-way analysis of variance over systems and topics, with Tukey's HSD."""

from __future__ import annotations

import sys
import time

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from samples import IDENTICAL, ONE_TOPIC, p_values, smooth

from evalstore.statistics.pairs import every_pair
from evalstore.statistics.significance import TESTS, how


def test_two_systems_are_the_paired_t_test() -> None:
    pairs = every_pair(smooth(30, 2))
    assert p_values("tukey", pairs) == pytest.approx(p_values("t", pairs), abs=1e-9)


def test_the_residual_is_that_of_a_two_way_anova() -> None:
    formula = pytest.importorskip("statsmodels.formula.api")
    scores = smooth(20, 4)
    long = pd.DataFrame(scores).melt(ignore_index=False, var_name="system", value_name="score")
    long["topic"] = long.index
    model = formula.ols("score ~ C(system) + C(topic)", long).fit()
    pairs = every_pair(scores)
    distance = np.abs(pairs.mean_differences) / np.sqrt(model.mse_resid / 20)
    theirs = scipy.stats.studentized_range.sf(distance, 4, model.df_resid)
    assert p_values("tukey", pairs) == pytest.approx(theirs, abs=1e-9)


def test_it_is_paired_unlike_scipys() -> None:
    """What every system finds hard is no noise: the same gain everywhere is found, there lost."""
    hard_and_easy = np.linspace(0, 1, 20)[:, np.newaxis]
    gains = np.array([0.0, 0.02, 0.04])
    pairs = every_pair(hard_and_easy + gains + smooth(20, 3) / 200)
    unpaired = scipy.stats.tukey_hsd(*pairs.scores.T).pvalue
    assert max(p_values("tukey", pairs)) < 1e-6
    assert unpaired.min() > 0.5


def test_the_interval_leaves_out_0_where_the_p_value_is_below_alpha() -> None:
    outcome = how("tukey", alpha=0.2).examine(every_pair(smooth(15, 6)))
    outside = (outcome.low > 0) | (outcome.high < 0)
    assert np.array_equal(outside, outcome.p_values < 0.2)


def test_little_to_go_by() -> None:
    assert p_values("tukey", IDENTICAL) == [1]
    assert p_values("tukey", ONE_TOPIC) == [1]


@pytest.mark.filterwarnings("ignore::scipy.integrate.IntegrationWarning")  # SciPy's own
def test_126_systems_take_no_time_and_are_as_scipy_has_them() -> None:
    pairs = every_pair(smooth(50, 126) + np.linspace(0, 0.3, 126))
    started = time.perf_counter()
    found = np.array(p_values("tukey", pairs))
    assert time.perf_counter() - started < 5
    assert len(found) == 7875
    some = slice(None, None, 500)
    residuals = pairs.scores - pairs.scores.mean(axis=0) - pairs.scores.mean(axis=1, keepdims=True)
    error = np.sqrt(np.square(residuals + pairs.scores.mean()).sum() / (49 * 125) / 50)
    distance = np.abs(pairs.mean_differences[some]) / error
    theirs = [scipy.stats.studentized_range.sf(one, 126, 49 * 125) for one in distance]
    assert found[some] == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("test", TESTS)
def test_no_test_needs_scipy(test: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("scipy", "scipy.stats"):
        monkeypatch.setitem(sys.modules, name, None)
    assert all(0 <= value <= 1 for value in p_values(test, every_pair(smooth(20))))
