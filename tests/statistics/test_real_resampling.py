"""Randomisation and bootstrap on the 48 real runs: seeded, stable, within 1e-3 of the exact."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats

from evalstore.answers.matrix import ScoreMatrix, score_matrices
from evalstore.selection import select_scores
from evalstore.statistics.bootstrap import bca_intervals, resampled_means
from evalstore.statistics.pairs import Pairs
from evalstore.statistics.significance import how
from evalstore.store import Store

pytestmark = pytest.mark.fixtures


@pytest.fixture(scope="module")
def first_against_all(covid: Store) -> dict[str, Pairs]:
    """run1 against each of the others, by measure."""
    return {
        one.measure: _first_against_all(one)
        for one in score_matrices(select_scores(covid.connection, ["P@5", "AP"]))
    }


def _first_against_all(matrix: ScoreMatrix) -> Pairs:
    others = np.array([place for place, name in enumerate(matrix.systems) if name != "run1"])
    return Pairs(matrix.values, np.full(len(others), matrix.column("run1")), others)


def exact_randomisation(differences: np.ndarray) -> float:
    """All 2^30 flips at once, since P@5 comes in fifths: how likely each sum is, topic by topic."""
    fifths = np.abs(np.round(differences * 5)).astype(int)
    middle = int(fifths.sum())
    chances = np.zeros(2 * middle + 1)
    chances[middle] = 1.0
    for size in fifths:
        chances = (np.roll(chances, size) + np.roll(chances, -size)) / 2
    observed = abs(round(float(differences.sum()) * 5))
    return float(chances[np.abs(np.arange(-middle, middle + 1)) >= observed].sum())


def test_randomisation_is_within_a_thousandth_of_the_exact(
    first_against_all: dict[str, Pairs],
) -> None:
    pairs = first_against_all["P@5"]
    exact = np.array([exact_randomisation(column) for column in pairs.differences.T])
    many = how("randomization", resamples=1_000_000).examine(pairs).p_values
    assert many == pytest.approx(exact, abs=1e-3)
    usual = how("randomization").examine(pairs).p_values
    assert (np.abs(usual - exact) <= 4 * np.sqrt(exact * (1 - exact) / 1e5) + 1.1e-5).all()


def test_of_the_same_samples_bca_intervals_are_scipys(first_against_all: dict[str, Pairs]) -> None:
    pairs = first_against_all["AP"]
    means = resampled_means(pairs.differences, 10_000, seed=42).T
    low, high = bca_intervals(pairs, means.copy(), 0.05)
    for number, column in enumerate(pairs.differences.T):
        theirs = scipy.stats.bootstrap(
            (column,),
            np.mean,
            n_resamples=0,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=means[number]),
            method="BCa",
        ).confidence_interval
        assert (low[number], high[number]) == pytest.approx(tuple(theirs), abs=1e-9)


def test_of_other_samples_bca_intervals_are_within_a_thousandth(
    first_against_all: dict[str, Pairs],
) -> None:
    pairs = first_against_all["AP"].part(0, 47)
    ours = how("bootstrap", resamples=100_000).examine(pairs)
    for number in range(0, 47, 9):
        theirs = scipy.stats.bootstrap(
            (pairs.differences[:, number],), np.mean, n_resamples=100_000, batch=10_000, rng=1
        ).confidence_interval
        found = ours.low[number], ours.high[number]
        assert found == pytest.approx(tuple(theirs), abs=1e-3)


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_the_seed_decides_and_the_t_test_is_near(
    first_against_all: dict[str, Pairs], test: str
) -> None:
    pairs = first_against_all["AP"]
    once, again = how(test).examine(pairs), how(test).examine(pairs)
    assert np.array_equal(once.p_values, again.p_values)
    assert np.array_equal(once.low, again.low)
    assert once.p_values == pytest.approx(how("t").examine(pairs).p_values, abs=0.03)
