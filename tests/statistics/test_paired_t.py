"""The paired t test and its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats
from samples import CONSTANT, IDENTICAL, ONE_TOPIC, SIZES, Matrix, coarse, columns, p_values, smooth

from evalstore.statistics.pairs import every_pair
from evalstore.statistics.significance import how


def test_worked_by_hand() -> None:
    """Differences 1, 2, 3: mean 2, deviation 1, t = 2√3 with 2 degrees of freedom.

    For 2 degrees of freedom the tails are 1 - t / √(2 + t²): here 1 - √12 / √14.
    """
    assert p_values("t", columns([1, 2, 3], [0, 0, 0])) == pytest.approx([1 - math.sqrt(12 / 14)])


@pytest.mark.parametrize("topics", SIZES)
@pytest.mark.parametrize("draw", [smooth, coarse])
@pytest.mark.filterwarnings("ignore:Precision loss")
def test_p_values_and_intervals_are_scipys(topics: int, draw: Callable[[int], Matrix]) -> None:
    pairs = every_pair(draw(topics))
    theirs = scipy.stats.ttest_rel(pairs.scores[:, pairs.first], pairs.scores[:, pairs.second])
    ours = how("t").examine(pairs)
    interval = theirs.confidence_interval(0.95)
    assert ours.p_values == pytest.approx(theirs.pvalue, abs=1e-12)
    assert ours.low == pytest.approx(interval.low, abs=1e-12)
    assert ours.high == pytest.approx(interval.high, abs=1e-12)


def test_tiny_p_values_keep_their_digits() -> None:
    strong = columns([float(value) + 10 for value in smooth(50)[:, 0]], list(smooth(50)[:, 1]))
    [ours] = p_values("t", strong)
    assert ours == pytest.approx(scipy.stats.ttest_rel(*strong.scores.T).pvalue, rel=1e-9)
    assert 0 < ours < 1e-50


def test_identical_runs_give_1_and_an_interval_of_0() -> None:
    outcome = how("t").examine(IDENTICAL)
    assert (outcome.p_values[0], outcome.low[0], outcome.high[0]) == (1, 0, 0)


def test_a_constant_difference_gives_0_and_an_interval_of_that_difference() -> None:
    outcome = how("t").examine(CONSTANT)
    assert outcome.p_values.tolist() == [0]
    assert [outcome.low[0], outcome.high[0]] == pytest.approx([0.1, 0.1])


def test_one_topic_gives_1_and_no_interval() -> None:
    outcome = how("t").examine(ONE_TOPIC)
    assert outcome.p_values.tolist() == [1]
    assert np.isnan([*outcome.low, *outcome.high]).all()


def test_many_pairs_are_examined_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = every_pair(smooth(20, 12))
    at_once = how("t").examine(pairs)
    monkeypatch.setattr("evalstore.statistics.significance._ENTRIES_AT_ONCE", 100)
    assert np.array_equal(how("t").examine(pairs).p_values, at_once.p_values)
