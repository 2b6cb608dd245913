"""Tail probabilities without SciPy, against SciPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from evalstore.statistics.distributions import coin_tails, normal_tails, t_quantile, t_tails

VALUES = np.concatenate([np.linspace(0, 3, 301), np.linspace(3, 60, 100), [1e3, 1e8]])


@pytest.mark.parametrize("df", [2, 3, 4, 7, 29, 49, 149, 249, 999, 6979])
def test_t_agrees_with_scipy_in_the_middle_and_far_out(df: int) -> None:
    ours, theirs = t_tails(VALUES, df), 2 * scipy.stats.t.sf(VALUES, df)
    assert ours == pytest.approx(theirs, rel=2e-11, abs=1e-300)


def test_t_with_one_degree_of_freedom_is_an_arctangent() -> None:
    exact = [2 / math.pi * math.atan2(1, value) for value in VALUES]
    assert t_tails(VALUES, 1) == pytest.approx(exact, rel=1e-13)


def test_t_is_symmetric() -> None:
    assert np.array_equal(t_tails(-VALUES, 9), t_tails(VALUES, 9))


@pytest.mark.parametrize("df", [1, 2, 5, 29, 49, 6979])
@pytest.mark.parametrize("tails", [0.5, 0.1, 0.05, 0.01, 0.001])
def test_quantiles_agree_with_scipy(df: int, tails: float) -> None:
    assert t_quantile(tails, df) == pytest.approx(scipy.stats.t.isf(tails / 2, df), rel=1e-11)


@pytest.mark.parametrize("z", [0.0, 0.5, 1.96, -3.0, 12.0])
def test_the_normal_distribution_agrees_with_scipy(z: float) -> None:
    assert normal_tails(z) == pytest.approx(2 * scipy.stats.norm.sf(abs(z)), rel=1e-13)


@pytest.mark.parametrize("tosses", [0, 1, 2, 9, 10, 50, 1500])
def test_coins_agree_with_scipy(tosses: int) -> None:
    for heads in {0, 1, tosses // 3, tosses // 2, tosses} & set(range(tosses + 1)):
        exact = scipy.stats.binomtest(heads, tosses).pvalue if tosses else 1.0
        assert coin_tails(heads, tosses) == pytest.approx(exact, rel=1e-9, abs=1e-300)
