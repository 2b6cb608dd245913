"""Kendall, AP correlation, Spearman and RBO: by hand, as published, and against SciPy."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.statistics.kendall import tau_b
from evalstore.statistics.rbo import extrapolated, truncated
from evalstore.statistics.spearman import spearman
from evalstore.statistics.tau_ap import tau_ap, tau_ap_b

# The example of the R package ircor, whose author published the treatment of ties.
X = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
Y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])
TIED_X, TIED_Y = np.round(X * 5) / 5, np.round(Y * 5) / 5

SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=12)


def test_the_published_example() -> None:
    assert tau_b(X, Y) == pytest.approx(0.7777778, abs=5e-8)
    assert tau_ap(X, Y) == pytest.approx(0.7491182, abs=5e-8)
    assert tau_ap(X, TIED_Y) == pytest.approx(0.6074515, abs=5e-8)
    assert tau_b(TIED_X, TIED_Y) == pytest.approx(0.75, abs=5e-8)
    assert tau_ap_b(TIED_X, TIED_Y) == pytest.approx(0.6269841, abs=5e-8)


def test_ap_correlation_by_hand() -> None:
    """The estimate ranks 3, 1, 2 of the truth 1, 2, 3: below the top, shares 0/1 and 1/2."""
    assert tau_ap(np.array([3.0, 2.0, 1.0]), np.array([2.0, 1.0, 3.0])) == pytest.approx(-0.5)


def test_an_error_at_the_top_costs_more_than_one_at_the_end() -> None:
    truth = np.array([4.0, 3.0, 2.0, 1.0])
    top, end = np.array([3.0, 4.0, 2.0, 1.0]), np.array([4.0, 3.0, 1.0, 2.0])
    assert tau_b(truth, top) == tau_b(truth, end)
    assert tau_ap(truth, top) < tau_ap(truth, end)


@pytest.mark.parametrize("statistic", [tau_b, tau_ap, tau_ap_b, spearman])
def test_the_same_ranking_gives_1_and_its_reverse_minus_1(statistic) -> None:
    assert statistic(X, X) == pytest.approx(1)
    assert statistic(X, -X) == pytest.approx(-1)


@pytest.mark.parametrize("statistic", [tau_b, tau_ap_b, spearman])
def test_a_constant_side_has_no_correlation(statistic) -> None:
    assert math.isnan(statistic(X, np.ones(10)))


def test_ties_of_ap_correlation_are_the_mean_over_all_their_orders() -> None:
    truth = np.array([5.0, 4.0, 3.0, 2.0, 1.0])
    tied = np.array([3.0, 1.0, 3.0, 3.0, 2.0])
    broken = []
    for order in permutations([0.1, 0.2, 0.3]):
        scores = tied.copy()
        scores[[0, 2, 3]] += order
        broken.append(tau_ap(truth, scores))
    assert tau_ap(truth, tied) == pytest.approx(np.mean(broken), abs=1e-12)


@settings(deadline=None)
@given(SCORES, st.randoms(use_true_random=False))
def test_against_scipy(scores: list[float], random) -> None:
    stats = pytest.importorskip("scipy.stats")
    first = np.array(scores)
    second = np.array([random.choice(scores) for _ in scores])
    if len(set(first)) < 2 or len(set(second)) < 2:
        return
    assert tau_b(first, second) == pytest.approx(stats.kendalltau(first, second)[0], abs=1e-12)
    assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second)[0], abs=1e-12)


def test_rank_biased_overlap_by_hand() -> None:
    """a b c against b a c: agreements 0, 1, 1."""
    first, second = np.array([3.0, 2.0, 1.0]), np.array([2.0, 3.0, 1.0])
    p = 0.9
    expected = (1 - p) / p * (0 * p + 1 * p**2 + 1 * p**3) + 1 * p**3
    assert extrapolated(first, second, p) == pytest.approx(expected, abs=1e-15)
    assert extrapolated(first, first, p) == pytest.approx(1)


def test_ties_of_rank_biased_overlap_are_seen_at_once() -> None:
    """a and b tied against a b: at depth 1 the first shows two, the second one."""
    tied, untied = np.array([1.0, 1.0]), np.array([2.0, 1.0])
    p = 0.5
    expected = (1 - p) / p * (2 / 3 * p + 1 * p**2) + 1 * p**2
    assert extrapolated(tied, untied, p) == pytest.approx(expected, abs=1e-15)


def test_overlap_to_a_depth_by_hand() -> None:
    """a b against b c to depth 2: overlaps 0 and 1/2."""
    p = 0.8
    assert truncated(["a", "b"], ["b", "c"], p, 2) == pytest.approx(0.5 * p / (1 + p))
    assert truncated(["a", "b"], ["a", "b"], p, 1000) == 1
