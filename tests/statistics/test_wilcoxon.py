"""Wilcoxon's signed-rank test, in all the ways that SciPy goes."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.stats
from samples import CONSTANT, IDENTICAL, ONE_TOPIC, SIZES, Matrix, coarse, columns, p_values, smooth

from evalstore.statistics.pairs import every_pair


def test_worked_by_hand() -> None:
    """Five gains out of five: 1 of 32 ways to have rank sum 15, and 1 to have 0."""
    assert p_values("wilcoxon", columns([1, 2, 3, 4, 5], [0, 0, 0, 0, 0])) == [2 / 32]


def test_ties_share_their_rank() -> None:
    """Differences 1, 1, -1 have rank 2 each; a sum of 4 or more has 1/2 + 1/8 … of 8 ways: all."""
    assert p_values("wilcoxon", columns([1, 1, 0], [0, 0, 1])) == [1.0]


@pytest.mark.parametrize("topics", SIZES)
def test_p_values_are_scipys_without_ties(topics: int) -> None:
    assert_equal_to_scipy(smooth(topics))


@pytest.mark.parametrize("topics", SIZES)
def test_p_values_are_scipys_with_ties_and_zeros(topics: int) -> None:
    # SciPy tries all flips of 12 or 13 topics in Python: one pair of systems is enough there.
    assert_equal_to_scipy(coarse(topics, 2 if topics in (12, 13) else 5))


@pytest.mark.parametrize("topics", [5, 12, 13])
def test_exact_p_values_count_all_the_ways_to_flip_the_ranks(topics: int) -> None:
    pairs = every_pair(coarse(topics, 6))
    ways = (np.arange(2**topics)[:, np.newaxis] >> np.arange(topics)) & 1
    for column, found in zip(pairs.differences.T, p_values("wilcoxon", pairs), strict=True):
        ranks = scipy.stats.rankdata(np.abs(column[column != 0]))
        sums = ways[:, : len(ranks)] @ ranks
        own = ranks[column[column != 0] > 0].sum()
        tail = min((sums <= own).mean(), (sums >= own).mean())
        assert found == pytest.approx(min(1, 2 * tail), abs=1e-12)


def test_p_values_are_scipys_with_ties_alone() -> None:
    signs = np.where(smooth(30, 1) > 0.3, 1, -1)
    assert_equal_to_scipy(np.hstack([signs * (coarse(30, 1) + 1), np.zeros((30, 1))]))


def assert_equal_to_scipy(scores: Matrix) -> None:
    pairs = every_pair(scores)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        theirs = [scipy.stats.wilcoxon(column).pvalue for column in pairs.differences.T]
    defined = [1.0 if np.isnan(value) else value for value in theirs]
    assert p_values("wilcoxon", pairs) == pytest.approx(defined, abs=1e-12)


def test_nothing_to_rank_gives_1() -> None:
    assert p_values("wilcoxon", IDENTICAL) == [1]
    assert p_values("wilcoxon", ONE_TOPIC) == [1]


def test_a_constant_difference_is_a_tie_of_all_topics() -> None:
    assert p_values("wilcoxon", CONSTANT) == [2 / 16]
