"""The bootstrap: BCa intervals as SciPy's, and the shifted test."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
from samples import CONSTANT, IDENTICAL, ONE_TOPIC, columns, p_values, smooth

from evalstore.statistics.bootstrap import bca_intervals, resampled_means
from evalstore.statistics.pairs import every_pair
from evalstore.statistics.significance import how


@pytest.mark.parametrize("topics", [5, 30, 50])
def test_of_the_same_samples_the_interval_is_scipys(topics: int) -> None:
    pairs = columns((smooth(topics)[:, 0] ** 3 - 0.2).tolist(), [0.0] * topics)
    means = resampled_means(pairs.differences, 5_000, seed=42).T
    theirs = scipy.stats.bootstrap(
        (pairs.differences[:, 0],),
        np.mean,
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=means[0]),
        method="BCa",
    ).confidence_interval
    [[low], [high]] = bca_intervals(pairs, means.copy(), 0.05)
    assert (low, high) == pytest.approx(tuple(theirs), abs=1e-9)


def test_p_values_are_near_those_of_the_t_test() -> None:
    pairs = every_pair(smooth(50, 5))
    assert p_values("bootstrap", pairs) == pytest.approx(p_values("t", pairs), abs=0.02)


def test_the_mean_of_the_samples_is_the_mean() -> None:
    differences = smooth(30, 4)
    means = resampled_means(differences, 50_000, seed=1)
    assert means.mean(axis=0) == pytest.approx(differences.mean(axis=0), abs=1e-3)


def test_the_seed_decides_and_other_pairs_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = smooth(40, 6)
    together = how("bootstrap").examine(every_pair(scores))
    alone = how("bootstrap").examine(every_pair(scores[:, :2]))
    assert together.p_values[0] == alone.p_values[0]
    assert together.low[0] == pytest.approx(alone.low[0], abs=1e-12)
    monkeypatch.setattr("evalstore.statistics.bootstrap._MEANS_AT_ONCE", 20_000)
    apart = how("bootstrap").examine(every_pair(scores))
    assert np.array_equal(apart.p_values, together.p_values)


def test_little_to_go_by() -> None:
    assert p_values("bootstrap", IDENTICAL) == [1]
    assert p_values("bootstrap", ONE_TOPIC) == [1]
    outcome = how("bootstrap", resamples=999).examine(CONSTANT)
    assert outcome.p_values.tolist() == [1 / 1000]
    assert [outcome.low[0], outcome.high[0]] == pytest.approx([0.1, 0.1])
